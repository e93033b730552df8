import type { AppScope, AppState } from "../../../src/model/app.ts";
import type { Call } from "../../../src/service/call.ts";
import { type ConsentPage, getInteraction } from "../../../src/service/consent/get-interaction.ts";
import { startAuthorization } from "../../../src/service/consent/start-authorization.ts";
import { page } from "./calls.ts";
import type { World } from "./world.ts";

/** The scopes of the consent tests. */
export async function addScopes(world: World): Promise<void> {
  await world.rows(
    `insert into scope (name, title, description, sensitivity) values ('orders:read', 'See orders', 'All of them', 'NORMAL'),
      ('orders:write', 'Change orders', '', 'SENSITIVE'), ('payouts', 'Pay out', '', 'RESTRICTED')`,
  );
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

/** Inserts an app, approved by default, and returns its client_id. */
export async function addApp(world: World, developer: { accountId: string }, given: GivenApp = {}): Promise<string> {
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

/** The authorization request of an app that `addApp` added. `other` replaces parameters; null omits one. */
export function authorizeRequest(clientId: string, other: Record<string, string | null> = {}) {
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

/** Starts an interaction and returns its id. */
export async function startInteraction(
  world: World,
  request: ReturnType<typeof authorizeRequest>,
  call: Call = page,
): Promise<string> {
  const outcome = await startAuthorization(world.deps, request, call);
  if (outcome.kind !== "interaction") throw new Error(`no interaction: ${JSON.stringify(outcome)}`);
  return outcome.interactionId;
}

/** The consent page of an interaction. */
export async function getPage(world: World, interactionId: string, call: Call): Promise<ConsentPage> {
  const view = await getInteraction(world.deps, { interactionId }, call);
  if (view.kind !== "page") throw new Error(`no page: ${JSON.stringify(view)}`);
  return view;
}

/** The parameters of a redirect. */
export function parametersOf(redirectTo: string): Record<string, string> {
  return Object.fromEntries(new URL(redirectTo).searchParams);
}

/** The number of codes issued for an app. */
export async function countCodes(world: World, clientId: string): Promise<number> {
  const [row] = await world.rows<{ count: number }>(
    "select count(*)::int as count from authorization_code c join app a on a.id = c.app_id where a.client_id = $1",
    [clientId],
  );
  return row!.count;
}

/** Installs the app on the merchant with these scopes, or reinstalls it. */
export async function installApp(world: World, clientId: string, merchantId: string, scopes: string[]): Promise<void> {
  await world.rows(
    `insert into installation (app_id, merchant_id, version, state, granted_scopes)
     select id, $2, 1, 'ACTIVE', $3 from app where client_id = $1
     on conflict (app_id, merchant_id) do update set version = installation.version + 1, state = 'ACTIVE', granted_scopes = excluded.granted_scopes`,
    [clientId, merchantId, scopes],
  );
}
