import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "../http-error.ts";

/** The media type of a body. */
export type BodyFormat = "form" | "json";

const FORMATS: Record<string, BodyFormat> = {
  "application/x-www-form-urlencoded": "form",
  "application/json": "json",
};
const CHARSET = /^charset=(?:utf-?8|"utf-?8")$/;

/**
 * The body format by the request headers. Rejects other media types, charsets other than UTF-8, and content codings.
 * @throws HttpError 415
 */
export function bodyFormatOf(headers: IncomingHttpHeaders): BodyFormat {
  const [mediaType = "", ...settings] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const type = mediaType.trim();
  const format = Object.hasOwn(FORMATS, type) ? FORMATS[type] : undefined;
  if (format === undefined || !settings.every(isPlain)) throw unsupported();
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") throw unsupported();
  return format;
}

function isPlain(setting: string): boolean {
  const text = setting.trim();
  return !text.startsWith("charset") || CHARSET.test(text);
}

function unsupported(): HttpError {
  return new HttpError(
    415,
    "Send the body as application/json or application/x-www-form-urlencoded, in UTF-8 and without a content coding.",
  );
}
