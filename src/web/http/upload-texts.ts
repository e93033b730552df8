import type { FastifyRequest } from "fastify";
import type { TypedField } from "./kept-input.ts";
import { TEXT_MAX, UPLOAD_LIMITS } from "./upload.ts";

/** The limits for a form without a session, whose files are discarded. */
const TEXT_LIMITS = { ...UPLOAD_LIMITS, fieldSize: 4 * TEXT_MAX };

/** The maximum size in bytes of such a form: two logos and the text. */
const UNREAD_MAX = 1024 * 1024;

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
