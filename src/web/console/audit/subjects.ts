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
  const href = pathWith("/console/keys", { name: event.callerName, ended: "yes" });
  return { text: event.callerName || audit.unnamed, noun: audit.byKey, href, title: event.serviceKeyId };
}

/** A link to a subject, or its text. */
export function subjectLink({ text, noun, href, title = "" }: Subject): Html {
  if (href === undefined) return html`${text}`;
  return html`${noun && `${noun} `}<a href="${href}" title="${title}" dir="auto">${text}</a>`;
}
