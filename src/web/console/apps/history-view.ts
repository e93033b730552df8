import { type Html, html } from "../../components/html.ts";
import { personName } from "../../components/person-name.ts";
import { reasonText } from "../../components/reason.ts";
import { timeline } from "../../components/timeline.ts";
import type { Frame } from "../../layout/frame.ts";
import { revisionMark, shownMessages } from "../review/conversation-view.ts";
import type { AppFacts } from "./facts.ts";

/** The number of newest entries that are not folded. */
const SHOWN = 4;

/** The history of the app, newest first, without the entries that the conversation shows. */
export function historyView(frame: Frame, facts: AppFacts): Html {
  const { apps } = frame.t.console;
  const messages = shownMessages(facts);
  const shown = facts.history.filter((entry) => !messages.includes(entry));
  if (shown.length === 0) return html`<p>${apps.historyNone}</p>`;
  const entries = shown.map((entry) => {
    const revision = revisionMark(frame, facts, entry);
    return {
      ...{ at: entry.at, title: frame.t.appActions[entry.action] ?? entry.action },
      detail: html`${whoOf(frame, entry)}${revision && ` · ${revision}`}`,
      text: reasonText(frame, entry),
    };
  });
  const earlier = entries.slice(SHOWN);
  return html`${timeline(frame, entries.slice(0, SHOWN))}
${earlier.length > 0 && html`<details><summary>${apps.earlier(earlier.length)}</summary>${timeline(frame, earlier)}</details>`}`;
}

function whoOf(frame: Frame, { accountId, accountName }: AppFacts["history"][number]): Html | string {
  if (accountId === "") return frame.t.console.apps.byKey;
  return html`<a href="${`/console/accounts/${accountId}`}" dir="auto">${personName(frame, accountName) || accountId}</a>`;
}
