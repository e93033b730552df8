import type { ConsoleWorld } from "./console-world.ts";
import { withDatabase } from "./demo-database.ts";

/** Claims a review of an app with the name `own` for the demo's operator, and another one for a colleague, in this order. */
export async function claimReviews(
  { core, dataDir, demo, addApp }: ConsoleWorld,
  own: string,
): Promise<[string, string]> {
  const colleague = { email: "oskar@platform.example", password: "an operator's own password", name: "Oskar Operator" };
  await core.accounts.createAccount({ ...colleague, operator: true });
  const claimedBy = async (name: string, email: string) => {
    const { clientId } = await addApp(name);
    await core.apps.submitApp({ clientId });
    await core.apps.startReview({ clientId });
    await withDatabase(dataDir, (client) =>
      client.query(
        `insert into review_claim (app_id, account_id, claimed_at, expires_at)
         select a.id, o.id, now() - interval '20 minutes', now() + interval '100 minutes'
         from app a, account o where a.client_id = $1 and o.email = $2`,
        [clientId, email],
      ),
    );
    return clientId;
  };
  return [await claimedBy(own, demo.operator.email), await claimedBy("Postage Puffin", colleague.email)];
}

/** Suspends an app and an account, for the notes of their rows. */
export async function suspendSome({ core, addApp }: ConsoleWorld): Promise<void> {
  const { clientId } = await addApp("Coupon Crow");
  await core.apps.submitApp({ clientId });
  await core.apps.startReview({ clientId });
  await core.apps.approveApp({ clientId });
  await core.apps.suspendApp({ clientId, reasonCode: "ABUSE", reasonText: "It reads every order twice a minute." });
  const person = { email: "former@cliff-cameras.example", password: "a former member's password", name: "Finn Former" };
  const { account } = await core.accounts.createAccount(person);
  await core.accounts.suspendAccount({ accountId: account!.accountId, reasonCode: "SECURITY" });
}
