import { codeBlock } from "../../components/code-block.ts";
import { copyIcon } from "../../components/copy.ts";
import { type Html, html } from "../../components/html.ts";
import { shortened } from "../../components/long-values.ts";
import type { Messages } from "../../messages.en.ts";
import { prose } from "../blocks.ts";
import { API_URL, API_WRITERS } from "../reference/requests.ts";
import type { HttpExchange } from "./http-call.ts";

type Step = keyof Messages["docs"]["try"]["steps"];

/** The steps of the page. The current one is marked, and those before it are done. */
export function stepsOf({ docs }: Messages, current: Step): Html {
  const { steps, stepsLabel } = docs.try;
  const names = Object.keys(steps) as Step[];
  const items = names.map((name, at) => {
    const [title, text] = steps[name];
    const isDone = at < names.indexOf(current);
    return html`<li ${isDone && html`class="done"`} ${name === current && html`aria-current="step"`}><strong>${title}</strong><p>${text}</p></li>`;
  });
  return html`<ol class="docs-steps" aria-label="${stepsLabel}">${items}</ol>`;
}

/** The tokens of a response, each with a button that copies all of it. */
export function tokensOf(t: Messages, { body }: Pick<HttpExchange, "body">): Html | null {
  const { tokens } = t.docs.try;
  const issued = (["access", "refresh"] as const).flatMap((kind) => {
    const value = body[`${kind}_token`];
    return typeof value === "string" ? [{ id: `issued-${kind}-token`, label: tokens[kind], value }] : [];
  });
  if (issued.length === 0) return null;
  const rows = issued.map(
    ({ id, label, value }) =>
      html`<div><dt>${label}</dt><dd><span class="copy-code"><code id="${id}">${shortened(value)}</code>${copyIcon(t, { id, label })}</span></dd></div>`,
  );
  return html`<dl class="endpoint-facts">${rows}</dl>`;
}

interface ApiRequest {
  accessToken: string;
  /** DOCS_API_URL */
  apiUrl: string | null | undefined;
  /** True after the end of the access. */
  ended: boolean;
}

/** A request to the API of the platform, which shows the access token at work or, after its end, refused. */
export function apiRequest(t: Messages, { accessToken, apiUrl, ended }: ApiRequest): Html {
  const { quickstart, samples, try: texts } = t.docs;
  const code = API_WRITERS.curl(apiUrl ?? API_URL).replace("$ACCESS_TOKEN", accessToken);
  const sample = { id: "api-text", label: samples.terminal, code, syntax: "shell", shortens: true } as const;
  return html`<h2 id="api">${quickstart.apiCall}</h2><p>${prose(ended ? texts.api.ended : texts.api.works(apiUrl ? null : API_URL))}</p>${codeBlock(t, sample)}`;
}
