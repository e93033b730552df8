import { type Html, html } from "../../components/html.ts";
import { reasonText } from "../../components/reason.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import { isMessage } from "../review/conversation-view.ts";
import type { AppFacts } from "./facts.ts";

/** The history of the app, newest first. The conversation has the texts of the messages. */
export function historyView(frame: Frame, facts: AppFacts): Html {
  const { apps } = frame.t.console;
  if (facts.history.length === 0) return html`<p>${apps.historyNone}</p>`;
  const items = facts.history.map((entry) => {
    const said = isMessage(entry) ? null : reasonText(frame, entry);
    const revision = entry.revision > 1 && html` · ${apps.revisionMark(entry.revision)}`;
    return html`<li><div class="history-line"><strong>${apps.actions[entry.action] ?? entry.action}</strong> <small class="muted">${formatTimestamp(frame, entry.at)}</small></div>
<p class="muted"><small>${whoOf(frame, entry)}${revision}</small></p>
${said && html`<p>${said}</p>`}</li>`;
  });
  return html`<ol class="history">${items}</ol>`;
}

function whoOf({ t }: Frame, { accountId, accountName }: AppFacts["history"][number]): Html | string {
  if (accountId === "") return t.console.apps.byKey;
  return html`<a href="${`/console/accounts/${accountId}`}" dir="auto">${accountName || accountId}</a>`;
}
