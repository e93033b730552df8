import type { Party } from "../../../src/model/merchant.ts";
import { callOf } from "./calls.ts";
import type { Installed, TestApp } from "./tokens.ts";
import type { World } from "./world.ts";

export const EVERYTHING = {
  clientId: null,
  merchantId: null,
  state: null,
  search: null,
  health: null,
  changedSince: null,
  sort: null,
  descending: false,
};
export const FIRST_PAGE = { pageSize: 0, pageToken: "" };

/** A member of a merchant. */
export async function member({ sql, account }: World, merchantId: string, role: string): Promise<string> {
  const accountId = await account();
  await sql.query("insert into membership (account_id, merchant_id, role) values ($1, $2, $3)", [
    accountId,
    merchantId,
    role,
  ]);
  return accountId;
}

export const reason = { reasonCode: "CHARGEBACKS", reasonText: "Too many." };

export const changeOf = (installed: Installed, party: Party | null = null) => ({
  installationId: installed.pair.installationId,
  party,
});

export const sessionsOf = (installed: Installed) => ({
  developer: callOf(installed.app.developerId, { developer: true }),
  owner: callOf(installed.merchant.ownerId),
});

export const operatorCall = () => callOf("018f0000-0000-7000-8000-000000000001", { operator: true });

/** Installs an app on a merchant, by default a new one. */
export async function installOn(world: World, app: TestApp, merchant?: Installed["merchant"]): Promise<Installed> {
  const on = merchant ?? (await world.merchant());
  const code = await world.issueCode({ app, merchant: on });
  return { app, merchant: on, pair: await world.exchangeCode(app, { code }) };
}

/** The kinds of the installation's feed events, oldest first. */
export async function eventsOf({ sql }: World, { pair }: Installed): Promise<string[]> {
  const text = "select kind from revocation_event where subject_id = $1 order by cursor";
  return (await sql.query(text, [pair.installationId])).rows.map(({ kind }) => kind);
}
