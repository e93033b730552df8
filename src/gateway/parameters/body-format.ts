import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "../http-error.ts";

/** The format of a body. An `ascii form` is labelled with another charset than UTF-8, so its bytes must be ASCII. */
export type BodyFormat = "form" | "ascii form" | "json";

const FORMATS: Record<string, BodyFormat> = {
  "application/x-www-form-urlencoded": "form",
  "application/json": "json",
};
const CHARSET = /^charset=(?:utf-?8|"utf-?8")$/;
// Charsets that contain ASCII as single bytes. Apache HttpClient 5 labels forms as ISO-8859-1 by default.
const ASCII_CHARSET = /^charset=("?)(?:us-ascii|ascii|iso-8859-\d{1,2}|windows-125\d)\1$/;

/**
 * The body format by the request headers. Rejects other media types, JSON in any charset but UTF-8, forms in charsets that are no supersets
 * of ASCII, and content codings.
 * @throws HttpError 415
 */
export function bodyFormatOf(headers: IncomingHttpHeaders): BodyFormat {
  const [mediaType = "", ...settings] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const type = mediaType.trim();
  const format = Object.hasOwn(FORMATS, type) ? FORMATS[type] : undefined;
  if (format === undefined) throw unsupported();
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") throw unsupported();
  if (settings.every(isPlain)) return format;
  if (format === "form" && settings.every(isAsciiSuperset)) return "ascii form";
  throw unsupported();
}

function isPlain(setting: string): boolean {
  const text = setting.trim();
  return !text.startsWith("charset") || CHARSET.test(text);
}

function isAsciiSuperset(setting: string): boolean {
  return isPlain(setting) || ASCII_CHARSET.test(setting.trim());
}

/** The error of a body in another format or charset. */
export function unsupported(): HttpError {
  return new HttpError(
    415,
    "Send the body as application/json or application/x-www-form-urlencoded, in UTF-8 and without a content coding.",
  );
}
