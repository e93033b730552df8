import { type Html, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";
import { prose } from "../blocks.ts";
import { anchor } from "../heading.ts";

/** One paragraph per code, with the code as its id for `error_uri`. */
export function errorCodesPage({ docs }: Messages): Html {
  const { title, lead, requestId, codes } = docs.errors;
  const entries = Object.entries(codes).map(
    ([code, { meaning, action }]) =>
      html`<div class="error-code" id="${code}"><dt>${anchor(code, html`<code>${code}</code>`)}</dt><dd>${prose(meaning)}</dd><dd>${prose(action)}</dd></div>`,
  );
  return html`<h1>${title}</h1>
<p class="lead">${prose(lead)}</p>
<p>${prose(requestId)}</p>
<dl class="error-codes">${entries}</dl>
`;
}
