import type { AuditDetail } from "../../model/audit-detail.ts";
import { touchEndpoint } from "../../store/webhooks/endpoints.ts";
import { listSecrets } from "../../store/webhooks/secrets.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { lockWritable } from "./access.ts";
import type { WebhookDependencies } from "./dependencies.ts";
import { type IssuedWebhookSecret, issueSecret } from "./issue-secret.ts";

/** The maximum number of secrets that sign at the same time. Two allow a rotation without a rejected delivery. */
const MAX_SECRETS = 2;

/** @throws RequestError NOT_FOUND, DEVELOPER_ONLY, PERMISSION, SECRET_LIMIT */
export async function addWebhookSecret(
  deps: WebhookDependencies,
  { endpointId }: { endpointId: string },
  call: Call,
): Promise<IssuedWebhookSecret> {
  return deps.management.transactional(async (tx) => {
    const { clientId } = await lockWritable(tx, endpointId, call);
    if ((await listSecrets(tx.query, [endpointId])).length >= MAX_SECRETS) {
      throw new RequestError("failed_precondition", "SECRET_LIMIT", "There are two secrets: retire one of them first.");
    }
    const issued = await issueSecret(deps, tx.query, endpointId);
    await touchEndpoint(tx.query, endpointId);
    const detail: AuditDetail = { endpointId, secretId: issued.entry.id, hint: issued.entry.hint };
    recordAudit(tx, call, { action: "webhook.secret_add", clientId, detail });
    return issued;
  });
}
