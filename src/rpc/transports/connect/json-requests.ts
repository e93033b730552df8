import type { DescMessage } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";

/** Connect's JSON read options; the handler option types omit `textDecoder`. */
interface JsonReading {
  ignoreUnknownFields: true;
  textDecoder: { decode(bytes?: Uint8Array): string };
}

// Keeps a byte order mark, which is invalid JSON.
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Strict JSON options for requests of type `input`: rejects invalid UTF-8, which Connect would replace, and unknown enum names, which
 * it would drop. Unknown fields are ignored, because callers may be newer than this core.
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

/** Terminates because request messages are not recursive. */
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
    // Connect's own parser reports the error.
    return;
  }
  const field = findUnknownName(input, json);
  if (field === null) return;
  throw new ConnectError(`${field} has a value that this version does not know.`, Code.InvalidArgument);
}

/** The first field with an unknown enum name in `json`, or null. */
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
