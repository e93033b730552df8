import type { AccountOperations } from "../service/accounts/operations.ts";
import { PERMISSIONS } from "../service/call.ts";
import { DEMO_START } from "./demo-start.ts";

/** A service key with every right but `web:act` for the seed of the demo, made past the RPCs, for no key is there yet that could make one. */
export async function makeFirstKey(accounts: AccountOperations): Promise<string> {
  const permissions = PERMISSIONS.filter((right) => right !== "web:act");
  const made = await accounts.createServiceKey({ name: "demo", permissions, expiresAt: null }, DEMO_START);
  return made.secret;
}
