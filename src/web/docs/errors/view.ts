import {
  type BearerCode,
  httpStatusOf,
  isOAuthCode,
  type OAuthCode,
  publicAnswerOf,
  REDIRECTED_CODES,
} from "../../../oauth/errors.ts";
import { badge } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";
import { blocksOf, prose } from "../blocks.ts";
import type { Block } from "../content.ts";
import { REFUSED_CALL } from "../guides/samples/examples.ts";
import { anchor, heading } from "../heading.ts";
import { placeholdersOf } from "../quickstart/read.ts";
import { refusedAuthorization } from "../reference/examples.ts";

type Code = OAuthCode | BearerCode;
/** Where the app meets a code. */
type Place = "json" | "redirect" | "api";

const BEARER_STATUS: Readonly<Record<BearerCode, string>> = { invalid_token: "401", insufficient_scope: "403" };

/** One paragraph per code, with the code as its id for `error_uri`. @param issuer PUBLIC_URL */
export function errorCodesPage(t: Messages, issuer: string): Html {
  const { title, lead, requestId, example, redirected } = t.docs.errors;
  const json: Block = { id: "error-example", label: example, code: exampleOf(issuer), syntax: "json", status: "401" };
  const redirect: Block = {
    id: "redirect-example",
    label: redirected,
    code: refusedAuthorization(placeholdersOf(issuer)),
    syntax: "http",
  };
  const { refusedCall: label } = t.docs.samples.examples;
  const api: Block = { id: "api-example", label, code: REFUSED_CALL, syntax: "http", status: "401" };
  return html`<h1>${title}</h1>
<p class="lead">${prose(lead)}</p>
${groupOf(t, "json", [json, requestId])}
${groupOf(t, "redirect", [redirect])}
${groupOf(t, "api", [api])}`;
}

/** An example of one place, and the codes that the app meets there. */
function groupOf(t: Messages, place: Place, blocks: readonly Block[]): Html {
  const { groups, codes, action: actionTitle } = t.docs.errors;
  const { title, text } = groups[place];
  const entries = Object.entries(codes)
    .filter(([code]) => placeOf(code as Code) === place)
    .map(
      ([code, { meaning, action }]) =>
        html`<div class="error-code" id="${code}"><dt>${anchor(code, html`<code>${code}</code>`)} ${statusOf(code as Code)}</dt><dd>${prose(meaning)}</dd><dd><strong>${actionTitle}</strong> ${prose(action)}</dd></div>`,
    );
  return html`${heading(`${place}-errors`, title)}
<p>${prose(text)}</p>
${blocksOf(t, blocks)}
<dl class="error-codes">${entries}</dl>`;
}

function placeOf(code: Code): Place {
  if (!isOAuthCode(code)) return "api";
  return REDIRECTED_CODES.includes(code) ? "redirect" : "json";
}

/** The HTTP status of a code; null for one that a redirect has. */
function statusOf(code: Code): Html | null {
  if (!isOAuthCode(code)) return badge("warn", BEARER_STATUS[code]);
  if (REDIRECTED_CODES.includes(code)) return null;
  const statuses = [...new Set([httpStatusOf(code, true), httpStatusOf(code)])];
  return badge(statuses.some((status) => status >= 500) ? "bad" : "warn", statuses.join(", "));
}

function exampleOf(issuer: string): string {
  const { code, description } = publicAnswerOf("client_secret_wrong");
  const body = {
    error: code,
    error_description: description,
    error_uri: `${issuer}/docs/errors#${code}`,
    request_id: "01a2062a-4f1e-7b21-9f0c-3d2d8c0e7a11",
  };
  return JSON.stringify(body, null, 2);
}
