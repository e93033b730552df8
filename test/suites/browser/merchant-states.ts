import { setTimeout } from "node:timers/promises";
import type { ConsoleWorld } from "./console-world.ts";
import { withDatabase } from "./demo-database.ts";

/** Connected a month ago, last used three days ago and expired the day after. */
const EXPIRED = `update installation set connected_at = now() - interval '32 days', last_used_at = now() - interval '3 days',
  tokens_expire_at = now() - interval '2 days' where id = $1 and tokens_expire_at is not null and last_used_at is not null`;

/** Connected a month ago, and revoked three hours ago. */
const REVOKED = `update installation set connected_at = now() - interval '32 days', last_used_at = now() - interval '4 hours',
  tokens_expire_at = now() - interval '3 hours', tokens_revoked_at = now() - interval '3 hours'
  where id = $1 and tokens_expire_at is not null and last_used_at is not null`;

/** The website and the support of the demo's developer, for its other apps. */
const DEVELOPER = { website: "https://parcel-pilot.example", supportContact: "help@parcel-pilot.example" };

/** Creates a merchant with an app in every state, and returns its id. */
export async function addMerchantInAllStates({ core, demo, dataDir, addApp }: ConsoleWorld): Promise<string> {
  const merchantId = "harbour-bakery";
  const { account_id: ownerAccountId } = demo.merchant;
  await core.accounts.createMerchant({ merchantId, name: "Harbour Bakery", ownerAccountId });
  const app = async (name: string, asked: string[] = ["orders:read", "customers:read"]) => {
    const registered = [
      { name: "orders:read", reason: "To keep the accounts of the shop." },
      { name: "customers:read", reason: "To address invoices.", optional: true },
    ];
    const made = await addApp(name, { scopes: registered, ...DEVELOPER });
    const { clientId, clientSecret: value } = made;
    await core.apps.submitApp({ clientId });
    await core.apps.startReview({ clientId });
    await core.apps.approveApp({ clientId });
    const redirectUri = "https://lark.example/callback";
    const request = { clientId, redirectUri, scopes: asked, state: "s", merchantId, accountId: ownerAccountId };
    const { code } = await core.tokens.issue(request);
    const credentials = { clientId, proof: { case: "clientSecret", value } as const };
    return { connect: () => core.tokens.exchange({ credentials, code, redirectUri }) };
  };
  await (await app("Stock Swallow", ["orders:read"])).connect();
  const expired = await (await app("Ledger Linnet")).connect();
  const revoked = await (await app("Rate Raven")).connect();
  await withDatabase(dataDir, async (client) => {
    // The service writes the expiry shortly after the exchange.
    while ((await client.query(EXPIRED, [expired.installationId])).rowCount === 0) await setTimeout(50);
    while ((await client.query(REVOKED, [revoked.installationId])).rowCount === 0) await setTimeout(50);
  });
  await app("Review Robin");
  const gone = await (await app("Mail Martin")).connect();
  await core.installations.uninstall({ installationId: gone.installationId });
  return merchantId;
}
