import type { AppHistoryEntry } from "../../../gen/latchkey/v1/app_service_pb.ts";
import type { AuditEvent } from "../../../gen/latchkey/v1/audit_service_pb.ts";
import { html } from "../components/html.ts";
import { statusMessage } from "../components/notice.ts";
import { withMessages } from "../components/page-header.ts";
import { formatTimestamp } from "../components/timestamp.ts";
import { type Fields, multilineText } from "../http/fields.ts";
import type { Page, PageContext } from "../router/page-router.ts";
import { actorOf, stepActorOf, subjectLink, subjectText, withinSentence } from "./audit/subjects.ts";
import { unsentNotice } from "./review/unsent-text.ts";
import { type Reason, reasonOf } from "./suspensions.ts";

/** A suspension of something that was already suspended, as from an outdated window. */
interface Repeated {
  /** The suspension that stands; undefined if its event was removed. */
  suspension: AuditEvent | undefined;
  /** The reason that is stored. Default: that of the event. */
  stored?: Reason;
  /** The submitted form. */
  fields: Fields;
}

/** The page with the message that the reason of the form was not saved, and its text. The form may also have been sent twice. */
export function withRepeated(
  context: PageContext,
  page: Page,
  { suspension: event, fields, ...repeated }: Repeated,
): Page {
  const { suspension: texts } = context.t.console;
  const text = multilineText(fields, "reason_text");
  const reasonCode = fields.one("reason_code") ?? "";
  const stored = repeated.stored ?? (event && reasonOf(event));
  const isSaved = stored?.reasonCode === reasonCode && stored.reasonText.trim() === text;
  const by =
    event &&
    html` ${texts.by} ${subjectLink(withinSentence(context, actorOf(context, event)))}, ${formatTimestamp(context, event.at)}`;
  const message = html`${texts.already}${by}. ${!isSaved && texts.notSaved}`;
  const unsent = !isSaved && text !== "" && unsentNotice(context, { value: text, hint: texts.unsentHint });
  return { ...page, body: withMessages(page.body, html`${statusMessage(message, "plain")}${unsent}`) };
}

/** The page with the message that the app was resumed before. */
export function withResumed(context: PageContext, page: Page, resumption: AppHistoryEntry): Page {
  const { suspension: texts } = context.t.console;
  const by = subjectText(withinSentence(context, stepActorOf(context, resumption)));
  const message = html`${texts.alreadyResumed} <bdi>${by}</bdi>, ${formatTimestamp(context, resumption.at)}.`;
  return { ...page, body: withMessages(page.body, statusMessage(message, "plain")) };
}
