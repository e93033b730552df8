import type { KeySet } from "../../credential/derive.ts";
import type { Management } from "../../store/connection/management.ts";
import type { DeliveryQuota } from "../limits/delivery-quota.ts";

export interface WebhookDependencies {
  management: Management;
  /** Encrypts the signing secrets. */
  keys: Pick<KeySet, "seal">;
  /** True if endpoints may have http URLs of loopback addresses (WEBHOOK_ALLOW_LOOPBACK). */
  allowLoopback: boolean;
  quota: DeliveryQuota;
}
