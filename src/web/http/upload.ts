import type { FastifyRequest } from "fastify";
import { isLegalText } from "../../oauth/parameters.ts";
import { PageError } from "../errors/page-error.ts";
import type { Fields } from "./fields.ts";

/** The maximum size of a logo in bytes, as in the core. */
const LOGO_MAX = 256 * 1024;

/** One file, and fields for a hundred scopes. */
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
  /** Null if no file was chosen. */
  logo: Uint8Array | null;
  /** The file was too large and was discarded. */
  logoTooLarge: boolean;
}

/** Reads a multipart form with the same checks as `parseFields`. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw malformed();
  try {
    return await readParts(request);
  } catch (failure) {
    if (failure instanceof PageError || (failure instanceof Error && "statusCode" in failure)) throw failure;
    // Plain errors of the parser mean a malformed or truncated body.
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
      // Browsers send an empty part if no file was chosen.
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

/** The multipart parser replaces invalid UTF-8 by U+FFFD. */
function isTyped(value: string): boolean {
  return isLegalText(value.replaceAll(/[\n\t]/g, "")) && !value.includes("\ufffd");
}

function malformed(): PageError {
  return new PageError(400, "form_malformed");
}
