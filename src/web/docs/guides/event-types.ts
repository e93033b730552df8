import { codeBlock } from "../../components/code-block.ts";
import { type Html, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";
import { codeName, prose } from "../blocks.ts";
import { heading } from "../heading.ts";
import { eventBody } from "./event-sample.ts";

type Group = keyof Messages["docs"]["eventTypes"]["groups"];

/** The event that is not folded. */
const OPEN = "installation.created";

/** Each type of event: when it is sent, and its payload, folded for most. */
export function eventTypes(t: Messages): Html {
  const { title, lead, groups } = t.docs.eventTypes;
  const byGroup = Object.groupBy(Object.entries(t.webhooks.events), ([type]) => groupOf(type));
  const lists = (Object.keys(groups) as Group[]).map(
    (
      group,
    ) => html`<h3>${groups[group]}</h3><div class="docs-events">${(byGroup[group] ?? []).map((one) => eventOf(t, one))}</div>
`,
  );
  return html`${heading("types", title)}<p>${prose(lead)}</p>${lists}`;
}

function groupOf(type: string): Group {
  if (type === "webhook.test") return "test";
  return /^(?:installation|refresh_token)\./.test(type) ? "installation" : "app";
}

/** The id is inside the element, because browsers unfold the parents of the target of a link. */
function eventOf(t: Messages, [type, meaning]: [string, string]): Html {
  const { sent, payload, when } = t.docs.eventTypes;
  const id = `event-${type.replaceAll(/\W/g, "-")}`;
  const label = `${payload}: ${type}`;
  const sample = { id: `${id}-payload`, label, code: eventBody(type), syntax: "json" } as const;
  const bar = html`<span class="sample-title">${payload}</span>`;
  return html`<details class="docs-event" ${type === OPEN && "open"}><summary>${codeName(type)} <span>${meaning}</span></summary><div id="${id}"><p><strong>${sent}</strong> ${prose(when[type] ?? "")}</p>
${codeBlock(t, sample, bar)}</div></details>
`;
}
