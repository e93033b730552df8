import type { FastifyRequest } from "fastify";
import { isLegalText } from "../../../oauth/parameters.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Fields } from "../../http/fields.ts";

/** Bytes of a logo at most, which is what the core takes. */
const LOGO_MAX = 256 * 1024;

/** One file, and fields for a hundred scopes; each limit closes the request as soon as it is passed. */
export const UPLOAD_LIMITS = {
  fieldNameSize: 120,
  fieldSize: 8 * 1024,
  fields: 400,
  fileSize: LOGO_MAX + 1,
  files: 1,
  parts: 401,
  headerPairs: 20,
};

export interface Upload {
  fields: Fields;
  /** Null: no file was chosen. */
  logo: Uint8Array | null;
  /** The file was larger than a logo may be, and was not kept. */
  logoTooLarge: boolean;
}

/** Reads a form with a file, with the same care as the other forms: no field twice, no text that nobody could have typed. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw malformed();
  try {
    return await readParts(request);
  } catch (failure) {
    if (failure instanceof PageError || (failure instanceof Error && "statusCode" in failure)) throw failure;
    // A plain error is what the parser says of bytes that are no parts, or end too soon: the sender's error and not ours.
    throw malformed();
  }
}

async function readParts(request: FastifyRequest): Promise<Upload> {
  const values = new Map<string, string>();
  let logo: Uint8Array | null = null;
  let logoTooLarge = false;
  for await (const part of request.parts({ limits: UPLOAD_LIMITS })) {
    if (part.type === "file") {
      const chunks: Buffer[] = [];
      for await (const chunk of part.file) chunks.push(chunk);
      logoTooLarge = part.file.truncated;
      // A browser sends an empty part where no file was chosen.
      if (part.fieldname === "logo" && chunks.length > 0 && !logoTooLarge) logo = Buffer.concat(chunks);
    } else {
      const value = typeof part.value === "string" ? part.value.replaceAll("\r\n", "\n") : null;
      const cut = part.fieldnameTruncated || part.valueTruncated;
      if (value === null || cut || values.has(part.fieldname) || !isTyped(value)) {
        throw malformed();
      }
      values.set(part.fieldname, value);
    }
  }
  const one = (name: string) => values.get(name) ?? null;
  return { fields: { one, all: (name) => (values.has(name) ? [values.get(name)!] : []) }, logo, logoTooLarge };
}

/** Legal text in lines; where bytes were no UTF-8, the reader of parts has left U+FFFD. */
function isTyped(value: string): boolean {
  return isLegalText(value.replaceAll(/[\n\t]/g, "")) && !value.includes("\ufffd");
}

function malformed(): PageError {
  return new PageError(400, "form_malformed");
}
