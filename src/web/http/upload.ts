import type { FastifyRequest } from "fastify";
import { isLegalText } from "../../oauth/parameters.ts";
import { longTextsOf } from "../errors/lost-access.ts";
import { PageError } from "../errors/page-error.ts";
import type { Fields } from "./fields.ts";
import type { TypedField } from "./kept-input.ts";

/** The maximum size of a logo in bytes, as in the core. */
const LOGO_MAX = 256 * 1024;

/** The maximum length of every other field. */
const TEXT_MAX = 8 * 1024;

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

/** The limits for a form without a session, whose files are discarded. */
const TEXT_LIMITS = { ...UPLOAD_LIMITS, fieldSize: 4 * TEXT_MAX };

/** The maximum size in bytes of such a form: two logos and the text. */
const UNREAD_MAX = 1024 * 1024;

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

/** The texts of a multipart form without a session; none if it is malformed or large. */
export async function readTexts(request: FastifyRequest): Promise<TypedField[]> {
  const size = Number(request.headers["content-length"]);
  if (!request.isMultipart() || !(size <= UNREAD_MAX)) return [];
  const texts: TypedField[] = [];
  try {
    for await (const part of request.parts({ limits: TEXT_LIMITS })) {
      if (part.type === "file") part.file.resume();
      else if (typeof part.value === "string" && !part.fieldnameTruncated && !part.valueTruncated) {
        texts.push([part.fieldname, part.value]);
      }
    }
  } catch {
    return [];
  }
  return texts;
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

/** The logo of an earlier attempt, as base64 for a hidden field and as the source of an image; null for a file that is no image. */
export function keptLogo(logo: Uint8Array | null): { base64: string; source: string } | null {
  const type = logo === null ? null : imageTypeOf(logo);
  if (logo === null || type === null) return null;
  const base64 = Buffer.from(logo).toString("base64");
  return { base64, source: `data:${type};base64,${base64}` };
}

/** The media type of an image by its first bytes; null for other types, which must not be shown as a logo. */
export function imageTypeOf(image: Uint8Array): string | null {
  const head = Buffer.from(image.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : null;
}

/** True for text that a person can type. The multipart parser replaces invalid UTF-8 by U+FFFD, which is excluded. */
function isTyped(value: string): boolean {
  return isLegalText(value.replaceAll(/[\n\t]/g, "")) && !value.includes("\ufffd");
}

function malformed(): PageError {
  return new PageError(400, "form_malformed");
}
