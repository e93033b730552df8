import type { FastifyRequest } from "fastify";
import { isLegalText } from "../../oauth/parameters.ts";
import { longTextsOf } from "../errors/lost-access.ts";
import { PageError } from "../errors/page-error.ts";
import type { Fields } from "./fields.ts";

/** The maximum size of a logo in bytes, as in the core. */
const LOGO_MAX = 256 * 1024;

/** The maximum length of every other field. */
export const TEXT_MAX = 8 * 1024;

/** The field with the logo of an earlier attempt. */
export const KEPT_LOGO = "kept_logo";

/** The limits of the multipart parser: one file, and enough fields for a hundred scopes. */
export const UPLOAD_LIMITS = {
  fieldNameSize: 120,
  // The size of a kept logo in base64.
  fieldSize: Math.ceil(LOGO_MAX / 3) * 4,
  fields: 400,
  fileSize: LOGO_MAX + 1,
  files: 1,
  parts: 401,
  headerPairs: 20,
};

export interface Upload {
  fields: Fields;
  /** The chosen file, else the logo of an earlier attempt; null if there is neither. */
  logo: Uint8Array | null;
  /** The logo of an earlier attempt; null if there is none or it is to be removed. */
  keptLogo: Uint8Array | null;
  /** True if the file was too large and was discarded. */
  logoTooLarge: boolean;
  /** True if a file was chosen, but it has no content. */
  logoEmpty: boolean;
}

/** Reads a multipart form with the same checks as `parseFields`. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw malformed();
  try {
    return await readParts(request);
  } catch (failure) {
    if (failure instanceof PageError || (failure instanceof Error && "statusCode" in failure)) throw failure;
    // Errors of the parser without a status mean a malformed or truncated body.
    throw malformed();
  }
}

async function readParts(request: FastifyRequest): Promise<Upload> {
  const values = new Map<string, string>();
  let logo: Uint8Array | null = null;
  let logoTooLarge = false;
  let logoEmpty = false;
  for await (const part of request.parts({ limits: UPLOAD_LIMITS })) {
    if (part.type === "file") {
      const chunks: Buffer[] = [];
      for await (const chunk of part.file) chunks.push(chunk);
      logoTooLarge = part.file.truncated;
      // Browsers send an empty part without a file name if no file was chosen.
      logoEmpty = part.fieldname === "logo" && chunks.length === 0 && (part.filename ?? "") !== "";
      if (part.fieldname === "logo" && chunks.length > 0 && !logoTooLarge) logo = Buffer.concat(chunks);
    } else {
      const value = typeof part.value === "string" ? part.value.replaceAll("\r\n", "\n") : null;
      const tooLong = part.fieldname !== KEPT_LOGO && (value?.length ?? 0) > TEXT_MAX;
      const cut = part.fieldnameTruncated || part.valueTruncated || tooLong;
      if (value === null || cut || values.has(part.fieldname) || !isTyped(value)) throw malformed();
      values.set(part.fieldname, value);
    }
  }
  request.typedText = longTextsOf(values);
  const one = (name: string) => values.get(name) ?? null;
  const keptLogo = one("remove_logo") === null ? decodeLogo(one(KEPT_LOGO)) : null;
  if (logo === null && !logoTooLarge && !logoEmpty) logo = keptLogo;
  const all = (name: string) => (values.has(name) ? [values.get(name)!] : []);
  return { fields: { one, all }, logo, keptLogo, logoTooLarge, logoEmpty };
}

function decodeLogo(text: string | null): Uint8Array | null {
  if (text === null || text === "") return null;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw malformed();
  return Buffer.from(text, "base64");
}

/** True for text that a person can type. The multipart parser replaces invalid UTF-8 by U+FFFD, which is excluded. */
function isTyped(value: string): boolean {
  return isLegalText(value.replaceAll(/[\n\t]/g, "")) && !value.includes("\ufffd");
}

function malformed(): PageError {
  return new PageError(400, "form_malformed");
}
