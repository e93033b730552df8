import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { pathWith } from "../list.ts";

/** The install link of an app, with the merchant of the installation chosen. @param allow a scope to allow, as the only one */
export function installPath(
  { clientId, merchantId }: Pick<Installation, "clientId" | "merchantId">,
  allow = "",
): string {
  return pathWith(`/install/${clientId}`, { merchant: merchantId, allow });
}
