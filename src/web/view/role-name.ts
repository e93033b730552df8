import { MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { Messages } from "../messages/en.ts";

/** What a role in a merchant is called. */
export function roleName({ roles }: Messages, role: MerchantRole): string {
  if (role === MerchantRole.OWNER) return roles.owner;
  return role === MerchantRole.MANAGER ? roles.manager : roles.member;
}
