import { DEMO_KEY_RIGHTS } from "../demo/seed.ts";
import type { AccountOperations } from "../service/accounts/operations.ts";
import { RIGHTS } from "../service/call.ts";
import { DEMO_START } from "./demo-start.ts";

/** A service key for the seed of the demo, made past the RPCs, for no key is there yet that could make one. */
export async function makeFirstKey(accounts: AccountOperations): Promise<string> {
  const rights = RIGHTS.filter((right) => DEMO_KEY_RIGHTS.includes(right));
  const made = await accounts.createServiceKey({ name: "demo", rights, expiresAt: null }, DEMO_START);
  return made.secret;
}
