import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import type { PageContext } from "../../router/page-router.ts";
import { isAction } from "./action-groups.ts";
import { actorOf, affectedAccount, appSubject, merchantSubject, type Subject } from "./subjects.ts";

type Subjects = Readonly<Record<string, Subject | null>>;

/** An event as one sentence, such as "Olga Operator approved Daily Orders". */
export function sentenceOf({ t }: Pick<PageContext, "t">, event: AuditEvent, detail: Record<string, unknown>): Html {
  const { sentences } = t.console.audit;
  const { action } = event;
  const isSuspension = action === "installation.suspend" && detail.party === "OPERATOR";
  const known = isAction(action) ? sentences.actions[action] : sentences.otherAction;
  const template = isSuspension ? sentences.suspendedByPlatform : known;
  const subjects = subjectsOf({ t }, event, detail);
  return html`${renderer(subjects, t.console.audit.unknown)(template)}`;
}

/** The subjects of an event by the slots of its sentence. */
function subjectsOf({ t }: Pick<PageContext, "t">, event: AuditEvent, detail: Record<string, unknown>): Subjects {
  const actor = actorOf({ t }, event);
  const app = appSubject(event.clientId, event.clientName);
  const person = affectedAccount({ t }, event);
  const other = (subject: Subject | null) => (subject?.href === actor.href ? null : subject);
  return {
    actor,
    app: other(app),
    anyApp: app ?? actor,
    merchant: merchantSubject(event),
    person: other(person),
    anyPerson: person ?? actor,
    name: typeof detail.name === "string" ? { text: detail.name } : null,
    invited: typeof detail.email === "string" ? { text: detail.email } : null,
    action: { text: event.action },
  };
}

const PART = /\[([^\]|]*)(?:\|([^\]]*))?\]|\{(\w+)\}/g;
const slotsIn = (template: string) => [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/** A function that fills a template. Subjects with a page are links. @param unknown the words for a subject that is absent, by slot */
function renderer(subjects: Subjects, unknown: Readonly<Record<string, string>>): (template: string) => HtmlValue[] {
  const slot = (name: string): HtmlValue => {
    const subject = subjects[name];
    if (!subject) return unknown[name] ?? "";
    const noun = subject.noun && `${subject.noun} `;
    if (subject.href === undefined) return html`${noun}<b dir="auto">${subject.text}</b>`;
    return html`${noun}<a href="${subject.href}" title="${subject.title}" dir="auto">${subject.text}</a>`;
  };
  return function render(template: string): HtmlValue[] {
    const parts: HtmlValue[] = [];
    let at = 0;
    for (const match of template.matchAll(PART)) {
      const [all, text = "", otherwise = "", name] = match;
      parts.push(template.slice(at, match.index));
      if (name !== undefined) parts.push(slot(name));
      else parts.push(render(slotsIn(text).every((one) => subjects[one]) ? text : otherwise));
      at = match.index + all.length;
    }
    return [...parts, template.slice(at)];
  };
}
