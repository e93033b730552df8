import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import type { PageContext } from "../../router/page-router.ts";
import { isAction } from "./action-groups.ts";
import { actorOf, affectedAccount, appSubject, merchantSubject, type Subject } from "./subjects.ts";

type Subjects = Readonly<Record<string, Subject | null>>;
type Detail = Readonly<Record<string, unknown>>;
type Texts = Pick<PageContext, "t">;

/** An event as one sentence, such as "Olga Operator approved Daily Orders". */
export function sentenceOf({ t }: Texts, event: AuditEvent, detail: Detail): Html {
  const { sentences } = t.console.audit;
  const { action } = event;
  const variant = sentences.variants[`${action}:${variantOf(event, detail)}`];
  const template = variant ?? (isAction(action) ? sentences.actions[action] : sentences.otherAction);
  const subjects = { ...subjectsOf({ t }, event), ...detailsOf({ t }, detail) };
  return html`${renderer(subjects, t.console.audit.unknown)(template)}`;
}

/** The value of the detail that decides which sentence of `variants` an event has. */
function variantOf({ action }: AuditEvent, detail: Detail): unknown {
  if (action === "app.update") {
    const { revision: profile, settings } = detail;
    return Object.entries({ profile, settings }).flatMap(([name, value]) => (value ? [name] : []));
  }
  if (action === "account.set_roles") return detail.operator === false && detail.developer === false ? "none" : "";
  return detail.method ?? detail.party;
}

/** The subjects of an event by the slots of its sentence. */
function subjectsOf({ t }: Texts, event: AuditEvent): Subjects {
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
    action: { text: event.action },
  };
}

/** The details of an event by the slots of its sentence. */
function detailsOf({ t }: Texts, { name, email, passkey, role, ended_sessions: ended, ...roles }: Detail): Subjects {
  const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? { text: value } : null);
  const roleNames: Record<string, string> = t.roles;
  return {
    name: textOf(name),
    invited: textOf(email),
    passkey: textOf(passkey),
    role: textOf(roleNames[String(role).toLowerCase()]),
    roles: typeof roles.operator === "boolean" ? { text: accountRoles({ t }, roles) } : null,
    ended: typeof ended === "number" ? { text: String(ended) } : null,
  };
}

function accountRoles({ t }: Texts, { operator, developer }: Detail): string {
  const { accounts } = t.console;
  const names = [operator && accounts.operator, developer && accounts.developer].filter(Boolean);
  return names.join(", ") || accounts.none;
}

const PART = /\[([^\]]*)\]|\{(\w+)\}/g;
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
      const [all, choices = "", name] = match;
      parts.push(template.slice(at, match.index));
      if (name !== undefined) parts.push(slot(name));
      else parts.push(render(choices.split("|").find((text) => slotsIn(text).every((one) => subjects[one])) ?? ""));
      at = match.index + all.length;
    }
    return [...parts, template.slice(at)];
  };
}
