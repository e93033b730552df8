import { appStep } from "../../components/app-step.ts";
import { type Html, html } from "../../components/html.ts";
import { reasonText } from "../../components/reason.ts";
import { timeline } from "../../components/timeline.ts";
import type { Frame } from "../../layout/frame.ts";
import { stepActorOf, subjectLink } from "../audit/subjects.ts";
import { isMessage } from "../review/conversation-view.ts";
import { type AppFacts, subjectOf } from "./facts.ts";

/** The number of newest entries that are not folded. */
const SHOWN = 4;

/** The history of the app, newest first. The conversation has the texts of the messages. */
export function historyView(frame: Frame, facts: AppFacts): Html {
  const { apps } = frame.t.console;
  if (facts.history.length === 0) return html`<p>${apps.historyNone}</p>`;
  // A discarded revision can have a later number than the current one.
  const latest = Math.max(subjectOf(facts.app).number, ...facts.history.map(({ revision }) => revision));
  const entries = facts.history.map((entry) => {
    const revision = latest > 1 && entry.revision > 0 && html` · ${apps.revisionMark(entry.revision, latest)}`;
    return {
      ...{ at: entry.at, exact: true, title: appStep(frame, entry) },
      detail: html`${subjectLink(stepActorOf(frame, entry))}${revision}`,
      text: isMessage(entry) ? null : reasonText(frame, entry),
    };
  });
  const earlier = entries.slice(SHOWN);
  return html`${timeline(frame, entries.slice(0, SHOWN))}
${earlier.length > 0 && html`<details><summary>${apps.earlier(earlier.length)}</summary>${timeline(frame, earlier)}</details>`}`;
}
