import { type Merchant, MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { actorOf, subjectLink, withinSentence } from "../audit/subjects.ts";

/** The audit event of the closing of a merchant; undefined for an open merchant, or if the audit trail no longer has it. */
export async function readClosing(
  { web, call }: PageContext,
  { merchantId, state }: Merchant,
): Promise<AuditEvent | undefined> {
  if (state !== MerchantState.CLOSED) return undefined;
  const request = { action: "merchant.close", merchantId, pageSize: 1 };
  return (await web.clients.audit.listAuditEvents(request, call)).events[0];
}

/** The notice on the page of a closed merchant. */
export function closingNotice(context: PageContext, event: AuditEvent): Html {
  const { closedBy } = context.t.console.merchants;
  return html`<p class="notice">${closedBy} ${subjectLink(withinSentence(context, actorOf(context, event)))}, ${formatTimestamp(context, event.at)}</p>`;
}
