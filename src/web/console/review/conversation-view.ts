import { appStep } from "../../components/app-step.ts";
import { badge } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import { reasonText } from "../../components/reason.ts";
import { type TimelineEntry, timeline } from "../../components/timeline.ts";
import type { PageContext } from "../../router/page-router.ts";
import { type AppFacts, isOpen, subjectOf } from "../apps/facts.ts";
import { stepActorOf, subjectText } from "../audit/subjects.ts";

type Entry = AppFacts["history"][number];

const MESSAGES: readonly string[] = ["submit", "approve", "request_changes", "reject", "withdraw"];
/** The number of newest messages that are not folded. */
const SHOWN = 4;

/** The messages between reviewers and developer, oldest first; null if the only message is a submission without a note. */
export function conversationView(context: PageContext, facts: AppFacts): Html | null {
  const { review } = context.t.console;
  const messages = messagesOf(facts).toReversed();
  if (messages.every(({ reasonText: text }) => text === "")) return null;
  const items = messages.map((entry) => messageItem(context, facts, entry));
  const [earlier, latest] = [items.slice(0, -SHOWN), items.slice(-SHOWN)];
  return html`<section class="card" aria-labelledby="conversation"><h2 id="conversation">${review.conversation}</h2>
${earlier.length > 0 && html`<details class="detail"><summary>${review.earlier(earlier.length)}</summary>${timeline(context, earlier)}</details>`}
${timeline(context, latest)}</section>`;
}

/** True for an entry of the history whose text is in the conversation. */
export function isMessage({ action }: Pick<Entry, "action">): boolean {
  return MESSAGES.includes(action);
}

/** The messages, newest first. Omits submissions without a note, except for the submission that is in review. Other steps without words are one line. */
function messagesOf({ app, history }: AppFacts): Entry[] {
  const current = isOpen(subjectOf(app)) ? history.find(({ action }) => action === "submit") : undefined;
  return history.filter(
    (one) => isMessage(one) && (one.action !== "submit" || one.reasonText !== "" || one === current),
  );
}

function messageItem(context: PageContext, { app }: AppFacts, entry: Entry): TimelineEntry {
  const { review } = context.t.console;
  const isDeveloper = entry.action === "submit" || entry.action === "withdraw";
  const author = isDeveloper ? app.developerName : subjectText(stepActorOf(context, entry));
  if (entry.action !== "submit" && entry.reasonText === "")
    return { at: entry.at, title: appStep(context, entry), by: html`<bdi class="muted">${author}</bdi>` };
  const said = reasonText(context, entry) ?? html`<span class="muted">${review.noNote}</span>`;
  return {
    ...{ at: entry.at, title: html`<bdi>${author}</bdi>` },
    by: badge("label", isDeveloper ? review.developer : review.reviewer),
    ...{ detail: appStep(context, entry), text: said },
  };
}
