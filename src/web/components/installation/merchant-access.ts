import { type Membership, MerchantRole, MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";

/** Owners and managers can change connections; members have read access. */
export function mayChange({ role }: Membership): boolean {
  return role === MerchantRole.OWNER || role === MerchantRole.MANAGER;
}

/** True if the install link of the app currently leads owners and managers to a consent page. */
export function isConnectable(one: Installation): boolean {
  const free = one.suspendedByParties.length === 0 && one.merchantState === MerchantState.ACTIVE;
  return free && one.appState === AppState.APPROVED && !one.test;
}

/** True if the platform or the developer suspended the installation, so that it stays without access when the merchant resumes it. */
export function isHeldByOthers({ suspendedByParties }: Installation): boolean {
  return suspendedByParties.some((party) => party !== Party.MERCHANT);
}

/** True if the reader may connect the app with its install link. */
export function mayConnect({ merchant }: { merchant: Membership }, one: Installation): boolean {
  return mayChange(merchant) && isConnectable(one);
}
