import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { Party } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import type { ConsoleSight, ConsoleWorld } from "./console-world.ts";
import { withDatabase } from "./demo-database.ts";

interface State {
  name: string;
  merchant: string;
  /** The recorded times and failure, as SQL. */
  set?: string;
}

const CONNECTED = "connected_at = now() - interval '40 days'";
/** Connected for 40 days, and last used at the time of its last refresh. */
const refreshed = (before: string) =>
  `${CONNECTED}, last_refreshed_at = now() - interval '${before}', last_used_at = now() - interval '${before}'`;
const failed = (cause: string) =>
  `${refreshed("3 days")}, last_failed_at = now() - interval '2 hours', last_failure = '${cause}'`;
/** Before the suspension, the pause or the uninstall of three days ago. */
const STOPPED = refreshed("75 hours");

const STATES: readonly State[] = [
  {
    name: "healthy",
    merchant: "Anchor Books",
    set: `${refreshed("4 hours")}, tokens_expire_at = now() + interval '86 days'`,
  },
  { name: "reused", merchant: "Beacon Flowers", set: failed("REUSED") },
  { name: "credentials", merchant: "Cliff Cameras", set: failed("CREDENTIALS") },
  {
    name: "unrefreshed",
    merchant: "Dune Records",
    set: `${refreshed("32 days")}, tokens_expire_at = now() - interval '2 days'`,
  },
  {
    name: "expiring",
    merchant: "Estuary Tea & Very Fine Biscuits International",
    set: `${refreshed("27 days")}, tokens_expire_at = now() + interval '75 hours'`,
  },
  {
    name: "revoked",
    merchant: "Kite Cheese",
    set: `${refreshed("4 hours")}, tokens_expire_at = now() - interval '3 hours', tokens_revoked_at = now() - interval '3 hours'`,
  },
  { name: "suspended", merchant: "Fjord Outdoor", set: STOPPED },
  { name: "paused-by-merchant", merchant: "Gull Bakery", set: STOPPED },
  { name: "paused-by-developer", merchant: "Haven Toys", set: STOPPED },
  { name: "uninstalled", merchant: "Island Wines", set: `${STOPPED}, ended_at = now() - interval '3 days'` },
  { name: "merchant-suspended", merchant: "Jetty Cycles", set: STOPPED },
];

/** Creates an app of the demo's developer with an installation in every state, and lists their pages. */
export async function installationSights(world: ConsoleWorld): Promise<ConsoleSight[]> {
  const { core, demo, dataDir } = world;
  const { clientId, clientSecret: value } = await world.addApp("Shelf Sorter", {
    scopes: [
      { name: "orders:read", reason: "To know what is sold." },
      { name: "products:read", reason: "To sort the shelves.", optional: true },
    ],
  });
  await core.apps.submitApp({ clientId });
  await core.apps.startReview({ clientId });
  await core.apps.approveApp({ clientId });
  const { account_id: accountId } = demo.merchant;
  const redirectUri = "https://lark.example/callback";
  const credentials = { clientId, proof: { case: "clientSecret", value } as const };
  const connect = async (merchantId: string, scopes: string[]) => {
    const { code } = await core.tokens.issue({ clientId, redirectUri, scopes, state: "s", merchantId, accountId });
    return core.tokens.exchange({ credentials, code, redirectUri });
  };
  const ids = new Map<string, string>();
  for (const { name, merchant } of STATES) {
    const merchantId = `shelf-${name}`;
    await core.accounts.createMerchant({ merchantId, name: merchant, ownerAccountId: accountId });
    const { installationId } = await connect(merchantId, ["orders:read"]);
    if (name === "reused") await connect(merchantId, ["orders:read", "products:read"]);
    ids.set(name, installationId);
  }
  await stop(world, ids);
  await withDatabase(dataDir, (client) => write(client, ids));
  const list = `/portal/apps/${clientId}/installations`;
  const developer = (path: string, name: string): ConsoleSight => ({ name: `portal-${name}`, who: "developer", path });
  return [
    developer(list, "states"),
    developer(`${list}?health=needs_attention`, "states-attention"),
    developer(`${list}?health=expires_soon&search=zzz`, "states-none"),
    ...[...ids].map(([name, id]) => developer(`${list}/${id}`, `state-${name}`)),
    ...[...ids].map(([name, id]): ConsoleSight => {
      return { name: `console-state-${name}`, who: "operator", path: `/console/installations/${id}` };
    }),
  ];
}

async function stop({ core }: ConsoleWorld, ids: ReadonlyMap<string, string>): Promise<void> {
  const suspend = (name: string, party: Party, reasonCode: string, reasonText = "") =>
    core.installations.suspendInstallation({ installationId: ids.get(name)!, party, reasonCode, reasonText });
  await suspend("suspended", Party.OPERATOR, "ABUSE", "Far too many calls a minute.\nWe count 900.");
  await suspend("paused-by-merchant", Party.MERCHANT, "PAUSED");
  await suspend("paused-by-developer", Party.APP, "PAUSED", "We move our servers.\nBack at noon.");
  await core.installations.uninstall({ installationId: ids.get("uninstalled")!, party: Party.MERCHANT });
  const { installation } = await core.installations.getInstallation({ installationId: ids.get("merchant-suspended")! });
  await core.accounts.suspendMerchant({ merchantId: installation!.merchantId, reasonCode: "SECURITY" });
}

/** Moves the events into the past and writes the times, after the service has written the expiry of the tokens. */
async function write(client: pg.Client, ids: ReadonlyMap<string, string>): Promise<void> {
  const all = [...ids.values()];
  const unwritten =
    "select from installation where id = any($1) and (tokens_expire_at is null or last_used_at is null)";
  while ((await client.query(unwritten, [all])).rowCount !== 0) await setTimeout(50);
  await client.query(
    `update audit_event e set at = e.at - n.age, id = uuidv7(e.at - n.age - clock_timestamp())
     from (select id, case when action not in ('token.exchange', 'token.issue') then interval '3 days'
         when row_number() over (partition by installation_id, action order by id) > 1 then interval '20 days' else interval '40 days' end as age
       from audit_event where installation_id = any($1)) n where e.id = n.id`,
    [all],
  );
  await client.query("update installation set suspended_at = suspended_at - interval '3 days' where id = any($1)", [
    all,
  ]);
  for (const { name, set } of STATES)
    if (set !== undefined) await client.query(`update installation set ${set} where id = $1`, [ids.get(name)]);
  await client.query(
    `insert into audit_event (id, at, action, actor_client_id, caller_name, installation_id, client_id, merchant_id, request_id)
     select uuidv7(interval '-2 hours'), now() - interval '2 hours', 'token.reuse', a.client_id, 'gateway', i.id, a.client_id, i.merchant_id, 'sample'
     from installation i join app a on a.id = i.app_id where i.id = $1`,
    [ids.get("reused")],
  );
}
