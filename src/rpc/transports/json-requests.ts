import type { DescMessage } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";

/** What Connect reads JSON requests with; its types leave `textDecoder` out of a handler's options. */
interface JsonReading {
  ignoreUnknownFields: true;
  textDecoder: { decode(bytes?: Uint8Array): string };
}

// A byte order mark stays, and is no JSON.
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads requests of type `input` from JSON without repairing them. Connect would put a replacement character where bytes are no text, and
 * a default where an enum has no value of that name, since it ignores what it does not know: a misspelt consistency would be none. Fields
 * that are not known are ignored still, for callers may be newer than this core.
 */
export function jsonReading(input: DescMessage): JsonReading {
  const hasEnum = reachesEnum(input);
  return {
    ignoreUnknownFields: true,
    textDecoder: {
      decode(bytes) {
        const text = UTF8.decode(bytes);
        if (hasEnum) refuseUnknownName(input, text);
        return text;
      },
    },
  };
}

/** Request messages do not contain themselves, so this ends. */
function reachesEnum({ fields }: DescMessage): boolean {
  return fields.some(
    (field) => field.enum !== undefined || (field.message !== undefined && reachesEnum(field.message)),
  );
}

function refuseUnknownName(input: DescMessage, text: string): void {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser that reads the message says what is wrong with it.
    return;
  }
  const field = findUnknownName(input, json);
  if (field === null) return;
  throw new ConnectError(`${field} has a value that this version does not know.`, Code.InvalidArgument);
}

/** The field whose enum has no value of the name that `json` gives; null: there is none. */
function findUnknownName({ fields }: DescMessage, json: unknown): string | null {
  if (typeof json !== "object" || json === null) return null;
  const members = new Map(Object.entries(json));
  for (const field of fields) {
    for (const value of [members.get(field.jsonName), members.get(field.name)].flat()) {
      if (field.enum !== undefined && typeof value === "string") {
        if (!field.enum.values.some(({ name }) => name === value)) return field.name;
      }
      const below = field.message === undefined ? null : findUnknownName(field.message, value);
      if (below !== null) return below;
    }
  }
  return null;
}
