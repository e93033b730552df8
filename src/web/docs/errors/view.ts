import { type BearerCode, httpStatusOf, isOAuthCode, type OAuthCode, REDIRECTED_CODES } from "../../../oauth/errors.ts";
import { badgeRow } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { blocksOf, prose } from "../blocks.ts";
import { anchor, heading } from "../heading.ts";
import { statusBadge } from "../status-badge.ts";
import { apiExample, jsonExample, redirectExample } from "./examples.ts";
import { TASK_OF, TASKS } from "./tasks.ts";

type Code = OAuthCode | BearerCode;
/** Where the app meets a code. */
type Place = "json" | "redirect" | "api";

/** The cause of each code, its fix and an example, with the code as its id for `error_uri`. @param issuer PUBLIC_URL */
export function errorCodesPage(t: Messages, issuer: string): Html {
  const { title, lead, onlyAgain } = t.docs.errors;
  return html`<h1>${title}</h1>
<p class="lead">${prose(lead)}</p>
${indexOf(t)}
<p>${onlyAgain}</p>
${byStatus(t)}
${groupOf(t, "json", issuer)}
${groupOf(t, "redirect", issuer)}
${groupOf(t, "api", issuer)}
${blocksOf(t, t.docs.errors.fails)}`;
}

/** Links to all codes, by the task that follows from them. */
function indexOf({ docs }: Messages): Html {
  const rows = TASKS.map((task) => {
    const codes = Object.entries(TASK_OF).filter(([, one]) => one === task);
    const links = codes.map(([code]) => html`<a href="${`#${code}`}"><code>${code}</code></a> `);
    return html`<div><dt>${docs.errors.tasks[task]}</dt><dd>${links}</dd></div>`;
  });
  return html`<dl class="error-index">${rows}</dl>`;
}

/** The statuses, for a reader who has no code: their meaning, and if the same request can succeed later. */
function byStatus({ docs }: Messages): Html {
  const { title, columns, rows, sendAgain } = docs.errors.byStatus;
  const cells = rows.map(([statuses, text, answer, action]) => [
    html` ${badgeRow(statuses.map((status) => statusBadge(status)))}`,
    text,
    html`${answer === "yes" && html`<strong class="again-yes">${sendAgain}</strong> `}${prose(action)}`,
  ]);
  const [status = "", ...texts] = columns;
  const shown = texts.map((label) => ({ label, phone: "bare" as const }));
  const table = listTable({ caption: title, columns: [status, ...shown], rows: cells, none: "" });
  return html`${heading("statuses", title)}<div class="error-statuses">${table}</div>`;
}

/** The codes that the app meets at one place. */
function groupOf(t: Messages, place: Place, issuer: string): Html {
  const { groups, codes, cause, action: actionTitle, again: againTitle } = t.docs.errors;
  const { title, text } = groups[place];
  const entries = (Object.entries(codes) as [Code, (typeof codes)[Code]][])
    .filter(([code]) => placeOf(code) === place)
    .map(
      ([code, { meaning, action, again }]) =>
        html`<div class="error-code" id="${code}"><dt>${anchor(code, html`<code>${code}</code>`)} ${statusOf(code)}</dt>
<dd><strong>${cause}</strong> ${prose(meaning)}</dd><dd><strong>${actionTitle}</strong> ${prose(action)}</dd>${again && html`<dd><strong>${againTitle}</strong> ${prose(again)}</dd>`}<dd>${exampleOf(t, code, issuer)}</dd></div>`,
    );
  return html`${heading(`${place}-errors`, title)}
<p>${prose(text)}</p>
${place === "json" && blocksOf(t, [t.docs.errors.fields])}<dl class="error-codes">${entries}</dl>`;
}

/** The example of a code, folded. */
function exampleOf(t: Messages, code: Code, issuer: string): Html {
  const { example, redirected } = t.docs.errors;
  const place = placeOf(code);
  const title = place === "redirect" ? redirected : example;
  const block = { id: `example-${code}`, label: `${title}: ${code}`, title };
  const sample = !isOAuthCode(code)
    ? { ...block, ...apiExample(code) }
    : place === "redirect"
      ? { ...block, code: redirectExample(code, issuer), syntax: "http" as const }
      : { ...block, ...jsonExample(code, issuer) };
  return html`<details class="error-example"><summary>${title}</summary>${blocksOf(t, [sample])}</details>`;
}

function placeOf(code: Code): Place {
  if (!isOAuthCode(code)) return "api";
  return REDIRECTED_CODES.includes(code) ? "redirect" : "json";
}

/** The HTTP status of a code; null for one that a redirect has. */
function statusOf(code: Code): Html | null {
  if (!isOAuthCode(code)) return statusBadge(apiExample(code).status);
  if (REDIRECTED_CODES.includes(code)) return null;
  const statuses = [...new Set([httpStatusOf(code, true), httpStatusOf(code)])];
  return badgeRow(statuses.map((status) => statusBadge(String(status))));
}
