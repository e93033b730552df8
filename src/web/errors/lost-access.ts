import type { FastifyRequest } from "fastify";
import { parseForm } from "../../http/form.ts";
import { isRead } from "../http/same-origin.ts";
import { PageError } from "./page-error.ts";

const APPS = "/portal/apps/";
const MAX_FIELDS = 200;

/** The fields of the portal's forms in which people write longer texts. */
const LONG_TEXT = /^(?:purpose|note|reason_text|description|why-.+)$/;

/** The long texts among the fields of a form, in its order. */
export function longTextsOf(fields: Iterable<readonly [name: string, value: string]>): string {
  const texts = [...fields].filter(([name]) => LONG_TEXT.test(name)).map(([, value]) => value.trim());
  return texts.filter((text) => text !== "").join("\n\n");
}

/**
 * The error of a form of the portal that was sent after the access to the app had ended, with the texts of the form. Every other error
 * as it is. The sentence is the same for unknown apps.
 */
export function withLostTexts(request: FastifyRequest, error: PageError): PageError {
  const route = request.routeOptions.url ?? "";
  const isRefused = error.reason === "own_app" || error.reason === "developers_only";
  if (isRead(request) || !route.startsWith(APPS) || !isRefused) return error;
  const reason = route === `${APPS}new` ? error.reason : "own_app_form";
  return new PageError(error.status, reason, { typed: request.typedText ?? typedIn(request), cause: error.cause });
}

function typedIn({ body }: FastifyRequest): string {
  const form = typeof body === "string" ? parseForm(body, MAX_FIELDS) : null;
  return form === null ? "" : longTextsOf(form.pairs).replaceAll("\r\n", "\n");
}
