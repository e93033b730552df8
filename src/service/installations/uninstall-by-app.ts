import { OAuthError } from "../../oauth/errors.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import type { Call } from "../call.ts";
import { authenticateApp, type Credentials } from "../tokens/client-authentication.ts";
import type { InstallationDependencies } from "./dependencies.ts";
import { applyUninstall } from "./uninstall.ts";

export interface UninstallByAppRequest {
  credentials: Credentials;
  merchantId: string;
}

/**
 * Uninstalls an app from a merchant by the app's own credentials. Works for suspended apps too. No effect if the app is not installed.
 * @throws OAuthError for wrong credentials or a missing merchant id
 */
export async function uninstallByApp(
  { installations, tokens }: InstallationDependencies,
  { credentials, merchantId }: UninstallByAppRequest,
  call: Call,
): Promise<void> {
  const { appId, clientId } = await authenticateApp(tokens, credentials, { call, purpose: "uninstall" });
  if (merchantId === "") throw new OAuthError("merchant_id_missing");
  const installationId = isMerchantId(merchantId) ? await installations.findId({ appId, merchantId }) : null;
  if (installationId === null) return;
  const subjects = { clientId, merchantId, installationId };
  await installations.change((tx) => applyUninstall({ tx, by: "APP", subjects }, call, { actorClientId: clientId }));
}
