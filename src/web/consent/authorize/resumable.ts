import type { ConsentApp, ConsentMerchant } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type { RequestContext } from "../../request-context.ts";

/**
 * The id of the installation that the account can resume for the merchant, so that the app can be connected; null if another party stopped
 * the app. The core lists only merchants whose connections the account may change.
 */
export async function findResumable(
  { web, call }: RequestContext,
  app: ConsentApp | undefined,
  { merchantId, suspendedByMerchant, suspendedByApp, suspendedByOperator }: ConsentMerchant,
): Promise<string | null> {
  if (app === undefined || !suspendedByMerchant || suspendedByApp || suspendedByOperator) return null;
  const request = { clientId: app.clientId, merchantId, pageSize: 1 };
  const { installations } = await web.clients.installations.listInstallations(request, call);
  return installations[0]?.installationId ?? null;
}
