import type { FastifyRequest } from "fastify";
import { queryIn } from "../../http/form.ts";
import { PageError } from "../errors/page-error.ts";
import type { RequestContext } from "../request-context.ts";
import { type CsrfBinding, csrfMatches, csrfTokenFor } from "./csrf.ts";
import { type Fields, parseFields } from "./fields.ts";

/** The fields of the submitted form. @param repeatable names of fields that may have several values */
export function fieldsOf({ body }: FastifyRequest, repeatable: readonly string[] = []): Fields {
  return parseFields(typeof body === "string" ? body : "", repeatable);
}

/** The parameters of the URL. */
export function queryOf({ url }: FastifyRequest): Fields {
  return parseFields(queryIn(url));
}

/** Checks a form's CSRF token (docs/conformance.md, C1 and C12). @throws PageError 403 */
export function requireCsrf(context: RequestContext, fields: Fields, { binding, request, back }: CsrfCheck): void {
  const { web, session } = context;
  const value = binding === "session" ? session : web.cookies.read(request.headers.cookie, "form");
  if (value === null || !csrfMatches(csrfTokenFor(binding, value), fields.one("csrf_token"))) {
    throw new PageError(403, "form_token", { recovery: { kind: "retry", path: back ?? request.url } });
  }
}

interface CsrfCheck {
  binding: CsrfBinding;
  request: FastifyRequest;
  /** The path of the form's page, if it differs from the path of the request. */
  back?: string;
}
