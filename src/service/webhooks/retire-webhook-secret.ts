import type { AuditDetail } from "../../model/audit-detail.ts";
import { touchEndpoint } from "../../store/webhooks/endpoints.ts";
import { deleteSecret, listSecrets } from "../../store/webhooks/secrets.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { lockWritable } from "./access.ts";
import type { WebhookDependencies } from "./dependencies.ts";
import { type EndpointDetails, loadDetails } from "./endpoint-details.ts";

/** @throws RequestError NOT_FOUND, DEVELOPER_ONLY, PERMISSION, LAST_SECRET */
export async function retireWebhookSecret(
  { management }: Pick<WebhookDependencies, "management">,
  { endpointId, secretId }: { endpointId: string; secretId: string },
  call: Call,
): Promise<EndpointDetails> {
  return management.transactional(async (tx) => {
    const { clientId } = await lockWritable(tx, endpointId, call);
    const secrets = await listSecrets(tx.query, [endpointId]);
    const secret = secrets.find(({ id }) => id === secretId);
    if (secret === undefined) throw new RequestError("not_found", "NOT_FOUND", "The endpoint has no such secret.");
    if (secrets.length === 1) {
      throw new RequestError("failed_precondition", "LAST_SECRET", "It is the only secret: add another one first.");
    }
    await deleteSecret(tx.query, secretId);
    await touchEndpoint(tx.query, endpointId);
    const detail: AuditDetail = { endpointId, secretId, hint: secret.hint };
    recordAudit(tx, call, { action: "webhook.secret_retire", clientId, detail });
    return loadDetails(tx.query, endpointId);
  });
}
