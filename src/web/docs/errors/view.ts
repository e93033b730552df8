import {
  type BearerCode,
  httpStatusOf,
  isOAuthCode,
  type OAuthCode,
  publicAnswerOf,
  REDIRECTED_CODES,
} from "../../../oauth/errors.ts";
import { badge } from "../../components/badges.ts";
import { codeBlock } from "../../components/code-block.ts";
import { type Html, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";
import { prose } from "../blocks.ts";
import { anchor } from "../heading.ts";

const BEARER_STATUS: Readonly<Record<BearerCode, string>> = { invalid_token: "401", insufficient_scope: "403" };

/** One paragraph per code, with the code as its id for `error_uri`. @param issuer PUBLIC_URL */
export function errorCodesPage(t: Messages, issuer: string): Html {
  const { title, lead, requestId, example, codes } = t.docs.errors;
  const sample = { id: "error-example", label: example, code: exampleOf(issuer), syntax: "json" } as const;
  const bar = html`<span><span class="sample-title">${example}</span> ${badge("warn", "401")}</span>`;
  const entries = Object.entries(codes).map(
    ([code, { meaning, action }]) =>
      html`<div class="error-code" id="${code}"><dt>${anchor(code, html`<code>${code}</code>`)} ${statusOf(t, code as OAuthCode | BearerCode)}</dt><dd>${prose(meaning)}</dd><dd>${prose(action)}</dd></div>`,
  );
  return html`<h1>${title}</h1>
<p class="lead">${prose(lead)}</p>
${codeBlock(t, sample, bar)}
<p>${prose(requestId)}</p>
<dl class="error-codes">${entries}</dl>
`;
}

/** The HTTP status of a code, or its way to the app. */
function statusOf({ docs }: Messages, code: OAuthCode | BearerCode): Html {
  if (!isOAuthCode(code)) return badge("warn", BEARER_STATUS[code]);
  if (REDIRECTED_CODES.includes(code)) return badge("label", docs.errors.redirected);
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
