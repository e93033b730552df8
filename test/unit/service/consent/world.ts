import { randomBytes } from "node:crypto";
import { parseKeySet } from "../../../../src/credential/derive.ts";
import type { AppScope, AppState } from "../../../../src/model/app.ts";
import type { Call } from "../../../../src/service/call.ts";
import type { ConsentDependencies } from "../../../../src/service/consent/dependencies.ts";
import { type ConsentPage, getInteraction } from "../../../../src/service/consent/get-interaction.ts";
import { startAuthorization } from "../../../../src/service/consent/start-authorization.ts";
import { type World as Accounts, createWorld as createAccounts, page } from "../accounts/world.ts";

export const ISSUER = "https://auth.example.com";

export interface World extends Accounts {
  consentDeps: ConsentDependencies;
}

export async function createWorld(): Promise<World> {
  const accounts = await createAccounts();
  const { management, deps } = accounts;
  const keys = parseKeySet(randomBytes(32).toString("base64url"));
  if (keys.kind !== "keys") throw new Error("the key is none");
  await accounts.rows(
    `insert into scope (name, title, description, sensitivity) values ('orders:read', 'See orders', 'All of them', 'NORMAL'),
      ('orders:write', 'Change orders', '', 'SENSITIVE'), ('payouts', 'Pay out', '', 'RESTRICTED')`,
  );
  const lifetimes = { code: 60, access: 3600, refresh: 7_776_000 };
  const { format, log } = deps;
  const consentDeps: ConsentDependencies = {
    management,
    format,
    log,
    keys: keys.keys,
    lifetimes,
    issuer: ISSUER,
    openAuthorizations: null,
  };
  return { ...accounts, consentDeps };
}

export interface GivenApp {
  state?: AppState;
  confidential?: boolean;
  pkceRequired?: boolean;
  redirectUris?: readonly string[];
  scopes?: AppScope[];
  registeredScopes?: readonly string[];
  launchUrl?: string | null;
  platformStart?: boolean;
}

const SCOPES: AppScope[] = [
  { name: "orders:read", reason: "To print labels", required: true },
  { name: "orders:write", reason: "To mark them sent", required: false },
];

let made = 0;

/** An app in the state that a test needs, approved by default. Gives its client_id. */
export async function someApp(
  world: Accounts,
  developer: { accountId: string },
  given: GivenApp = {},
): Promise<string> {
  const {
    state = "APPROVED",
    confidential = true,
    pkceRequired = false,
    launchUrl = null,
    platformStart = false,
  } = given;
  const { redirectUris = [`https://app${made}.example/cb`], scopes = SCOPES } = given;
  const registered = given.registeredScopes ?? scopes.map(({ name }) => name);
  const clientId = `app_${made++}`;
  await world.rows(
    `insert into app (client_id, developer_id, state, confidential, pkce_required, name, purpose, redirect_uris, scopes,
       registered_scopes, launch_url, platform_start)
     values ($1, $2, $3, $4, $5, 'Labels', 'Prints labels', $6, $7, $8, $9, $10)`,
    [
      clientId,
      developer.accountId,
      state,
      confidential,
      pkceRequired,
      redirectUris,
      JSON.stringify(scopes),
      registered,
      launchUrl,
      platformStart,
    ],
  );
  return clientId;
}

/** The authorize request of an app that `someApp` made, with some parameters other than usual; null leaves one out. */
export function request(clientId: string, other: Record<string, string | null> = {}) {
  const usual = {
    client_id: clientId,
    redirect_uri: `https://app${clientId.slice(4)}.example/cb`,
    scope: "orders:read orders:write",
    state: "state-1",
  };
  const parameters = Object.entries({ ...usual, ...other }).filter(
    (pair): pair is [string, string] => pair[1] !== null,
  );
  return { parameters, malformed: [] };
}

/** The id of the interaction that a request begins; fails on any other outcome. */
export async function begun(world: World, asked: ReturnType<typeof request>, call: Call = page): Promise<string> {
  const outcome = await startAuthorization(world.consentDeps, asked, call);
  if (outcome.kind !== "interaction") throw new Error(`no interaction: ${JSON.stringify(outcome)}`);
  return outcome.interactionId;
}

/** What the consent page shows; fails where there is no page. */
export async function shown(world: World, interactionId: string, call: Call): Promise<ConsentPage> {
  const view = await getInteraction(world.consentDeps, { interactionId }, call);
  if (view.kind !== "page") throw new Error(`no page: ${JSON.stringify(view)}`);
  return view;
}

/** The parameters that a redirect carries. */
export function answerOf(redirectTo: string): Record<string, string> {
  return Object.fromEntries(new URL(redirectTo).searchParams);
}

/** How many codes were issued for an app. */
export async function countCodes(world: Accounts, clientId: string): Promise<number> {
  const [row] = await world.rows<{ count: number }>(
    "select count(*)::int as count from authorization_code c join app a on a.id = c.app_id where a.client_id = $1",
    [clientId],
  );
  return row!.count;
}

/** As if the app had exchanged a code of the merchant's consent: it is installed with these scopes. */
export async function install(world: Accounts, clientId: string, merchantId: string, scopes: string[]): Promise<void> {
  await world.rows(
    `insert into installation (app_id, merchant_id, version, state, granted_scopes)
     select id, $2, 1, 'ACTIVE', $3 from app where client_id = $1
     on conflict (app_id, merchant_id) do update set version = installation.version + 1, state = 'ACTIVE', granted_scopes = excluded.granted_scopes`,
    [clientId, merchantId, scopes],
  );
}
