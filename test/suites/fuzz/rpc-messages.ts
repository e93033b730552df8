import { create, type DescField, type DescMessage, type Message, ScalarType } from "@bufbuild/protobuf";
import fc from "fast-check";

const DEEPEST = 3;
const HOSTILE = ["", "\0", "\u{1f600}", "' or 1=1 --", "x".repeat(300), "x".repeat(5_000), "a\r\nb", "%00", "-1", "*"];

/**
 * Messages of a type, with values of every kind in each field, including values that the service knows.
 * @param words texts that the service knows
 */
export function messageOf(desc: DescMessage, words: readonly string[], depth = 0): fc.Arbitrary<Message> {
  const text = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom("x", ...words) },
    { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }).map((value) => value.toWellFormed()) },
  );
  const single = desc.fields.filter(({ oneof }) => oneof === undefined && depth < DEEPEST);
  const members = single.map((field) => [
    field.localName,
    fc.option(fieldValue(field, text, words, depth), { nil: undefined }),
  ]);
  const oneofs = desc.oneofs.map((oneof) => {
    const cases = oneof.fields.map((field) =>
      fieldValue(field, text, words, depth).map((value) => ({ case: field.localName, value })),
    );
    return [oneof.localName, fc.oneof(fc.constant({ case: undefined }), ...cases)];
  });
  return fc.record(Object.fromEntries([...members, ...oneofs])).map((init) => {
    const given = Object.entries(init).filter(([, value]) => value !== undefined);
    return create(desc, Object.fromEntries(given) as never);
  });
}

function fieldValue(
  field: DescField,
  text: fc.Arbitrary<string>,
  words: readonly string[],
  depth: number,
): fc.Arbitrary<unknown> {
  const { fieldKind } = field;
  if (fieldKind === "scalar") return scalarOf(field.scalar, text);
  if (fieldKind === "message") return messageOf(field.message, words, depth + 1);
  if (fieldKind === "enum")
    return fc.oneof(fc.constantFrom(...field.enum.values.map(({ number }) => number)), fc.integer());
  if (fieldKind === "map") return fc.constant({});
  const item =
    field.listKind === "scalar"
      ? scalarOf(field.scalar, text)
      : field.listKind === "message"
        ? messageOf(field.message, words, depth + 1)
        : fc.constantFrom(...field.enum.values.map(({ number }) => number));
  return fc.array(item, { maxLength: 5 });
}

function scalarOf(type: ScalarType, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  switch (type) {
    case ScalarType.STRING:
      return text;
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.BYTES:
      return fc.uint8Array({ maxLength: 200 });
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return fc.double();
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return fc.oneof(fc.bigInt(-5n, 5n), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n));
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return fc.bigInt(0n, 2n ** 64n - 1n);
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return fc.integer({ min: 0, max: 2 ** 32 - 1 });
    default:
      return fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer());
  }
}
