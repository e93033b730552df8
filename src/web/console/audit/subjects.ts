import type { AppHistoryEntry } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import { personName } from "../../components/person-name.ts";
import type { PageContext } from "../../router/page-router.ts";
import { appPath, merchantPath } from "../paths.ts";

/** An app, account, merchant or service key of an event. */
export interface Subject {
  text: string;
  /** The kind, before the name of a subject that is not obvious from its name. */
  noun?: string;
  /** Absent for a subject without a page. */
  href?: string;
  /** The id or e-mail address. */
  title?: string;
}

export function appSubject(clientId: string, name: string): Subject | null {
  return clientId === "" ? null : { text: name || clientId, href: appPath(clientId), title: clientId };
}

function accountSubject(
  frame: Pick<PageContext, "t">,
  { accountId, name, email }: { accountId: string; name: string; email: string },
): Subject | null {
  if (accountId === "") return null;
  return { text: personName(frame, name) || email || accountId, href: `/console/accounts/${accountId}`, title: email };
}

export function merchantSubject({ merchantId, merchantName }: AuditEvent): Subject | null {
  if (merchantId === "") return null;
  return { text: merchantName || merchantId, href: merchantPath(merchantId), title: merchantId };
}

/** The account that the event is about. */
export function affectedAccount(frame: Pick<PageContext, "t">, event: AuditEvent): Subject | null {
  const { accountId, accountName: name, accountEmail: email } = event;
  return accountSubject(frame, { accountId, name, email });
}

/** The account, app or service key that acted, or the system. */
export function actorOf({ t }: Pick<PageContext, "t">, event: AuditEvent): Subject {
  const { audit } = t.console;
  const { actorAccountId: accountId, actorAccountName: name, actorAccountEmail: email } = event;
  const account = accountSubject({ t }, { accountId, name, email });
  const app = appSubject(event.actorClientId, event.actorClientName);
  if (account !== null || app !== null) return (account ?? app)!;
  if (event.serviceKeyId === "") return { text: audit.system };
  return keySubject({ t }, event.callerName, event.serviceKeyId);
}

function keySubject({ t }: Pick<PageContext, "t">, name: string, id = ""): Subject {
  const { audit } = t.console;
  const href = pathWith("/console/keys", { name, ended: "yes" });
  return { text: name || audit.unnamed, noun: audit.byKey, href, title: id };
}

/** The account or service key that took a step of an app's history. A core of the previous release does not name the key. */
export function stepActorOf(frame: Pick<PageContext, "t">, entry: AppHistoryEntry): Subject {
  const { accountId, accountName: name, callerName } = entry;
  const account = accountSubject(frame, { accountId, name, email: "" });
  if (account !== null) return account;
  return callerName === "" ? { text: frame.t.console.apps.byKey } : keySubject(frame, callerName);
}

/** A subject for the middle of a sentence, such as “service key orders API”. */
export function withinSentence({ t }: Pick<PageContext, "t">, subject: Subject): Subject {
  return subject.noun === undefined ? subject : { ...subject, noun: t.console.audit.keyWithin };
}

/** A subject in a sentence. */
export function subjectText({ text, noun }: Subject): string {
  return noun === undefined ? text : `${noun} ${text}`;
}

/** A link to a subject, or its text. */
export function subjectLink({ text, noun, href, title = "" }: Subject): Html {
  if (href === undefined) return html`${text}`;
  return html`${noun && `${noun} `}<a href="${href}" title="${title}" dir="auto">${text}</a>`;
}
