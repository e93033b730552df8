import { badge } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import { personName } from "../../components/person-name.ts";
import { reasonText } from "../../components/reason.ts";
import { type TimelineEntry, timeline } from "../../components/timeline.ts";
import type { Frame } from "../../layout/frame.ts";
import type { PageContext } from "../../router/page-router.ts";
import { type AppFacts, isOpen, subjectOf } from "../apps/facts.ts";

type Entry = AppFacts["history"][number];

const MESSAGES: readonly string[] = ["submit", "approve", "request_changes", "reject"];
/** The number of newest messages that are not folded. */
const SHOWN = 4;

/** The messages between reviewers and developer, oldest first; null if the only message is a submission without a note. */
export function conversationView(context: PageContext, facts: AppFacts): Html | null {
  const { review } = context.t.console;
  const messages = shownMessages(facts).toReversed();
  if (messages.length === 0) return null;
  const items = messages.map((entry) => messageItem(context, facts, entry));
  const [earlier, latest] = [items.slice(0, -SHOWN), items.slice(-SHOWN)];
  return html`<section class="card" aria-labelledby="conversation"><h2 id="conversation">${review.conversation}</h2>
${earlier.length > 0 && html`<details class="detail"><summary>${review.earlier(earlier.length)}</summary>${timeline(context, earlier)}</details>`}
${timeline(context, latest)}</section>`;
}

/** The entries of the history that the conversation shows; empty without a conversation. */
export function shownMessages(facts: AppFacts): readonly Entry[] {
  const messages = messagesOf(facts);
  return messages.every(({ reasonText: text }) => text === "") ? [] : messages;
}

/** The messages, newest first. Omits submissions without a note, except for the submission that is in review. */
function messagesOf({ app, history }: AppFacts): Entry[] {
  const current = isOpen(subjectOf(app)) ? history.find(({ action }) => action === "submit") : undefined;
  return history.filter((one) => MESSAGES.includes(one.action) && (one.reasonText !== "" || one === current));
}

/** The revision that an entry of the history is about; null if the app has only one. */
export function revisionMark({ t }: Frame, { app, history }: AppFacts, { revision }: Entry): string | null {
  // A discarded revision can have a later number than the current one.
  const latest = Math.max(subjectOf(app).number, ...history.map((entry) => entry.revision));
  return latest > 1 && revision > 0 ? t.console.apps.revisionMark(revision, latest) : null;
}

function messageItem(context: PageContext, facts: AppFacts, entry: Entry): TimelineEntry {
  const { review } = context.t.console;
  const isDeveloper = entry.action === "submit";
  const author = isDeveloper ? facts.app.developerName : personName(context, entry.accountName) || review.byKey;
  const title =
    isDeveloper || entry.accountId === ""
      ? html`<bdi>${author}</bdi>`
      : html`<a href="${`/console/accounts/${entry.accountId}`}" dir="auto">${author}</a>`;
  const revision = revisionMark(context, facts, entry);
  const said = reasonText(context, entry) ?? html`<span class="muted">${review.noNote}</span>`;
  return {
    ...{ at: entry.at, title },
    by: badge("label", isDeveloper ? review.developer : review.reviewer),
    ...{ detail: html`${review.said[entry.action]}${revision && ` · ${revision}`}`, text: said },
  };
}
