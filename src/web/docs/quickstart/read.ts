import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type App, AppState, RefreshMode } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { currentTeam, isInTeam } from "../../layout/teams.ts";
import type { RequestContext } from "../../request-context.ts";
import type { SampleClient } from "./samples/sample.ts";

/** The maximum number of apps in the select. */
const APPS_MAX = 200;

export interface Quickstart {
  client: SampleClient;
  /** The app of `client`; null for placeholders. */
  app: App | null;
  /** The team's apps. */
  apps: readonly App[];
  /** The client id in the link to the page; null if it has none. */
  asked?: string | null;
  /** The apps could not be read. */
  unavailable?: boolean;
}

/** The client id in samples without an app. */
export const CLIENT_ID = "YOUR_CLIENT_ID";

/** The values of the samples for a reader without an app. @param issuer PUBLIC_URL @param apiUrl DOCS_API_URL */
export function placeholdersOf(issuer: string, apiUrl: string | null = null): SampleClient {
  return {
    issuer,
    clientId: CLIENT_ID,
    confidential: true,
    redirectUri: "https://app.example/callback",
    scope: "YOUR_SCOPES",
    refreshes: true,
    apiUrl,
  };
}

/** The values of the samples: those of the chosen or first app of a signed-in developer, else placeholders. */
export async function readQuickstart(
  { web, call, chosenTeam }: RequestContext,
  account: Account | null | undefined,
  chosen: string | null,
): Promise<Quickstart> {
  const placeholder = placeholdersOf(web.publicUrl, web.docsApiUrl);
  if (!account || !isInTeam(account)) return { client: placeholder, app: null, apps: [] };
  const { teamId: developerAccountId } = currentTeam({ account, chosenTeam });
  const [{ apps }, { scopes: catalogue }] = await Promise.all([
    web.clients.apps.listApps({ developerAccountId, pageSize: APPS_MAX }, call),
    web.clients.apps.listScopes({ includeRetired: true }, call),
  ]);
  const usable = apps.filter(({ state }) => state !== AppState.ARCHIVED);
  const app = usable.find(({ clientId }) => clientId === chosen) ?? usable[0] ?? null;
  if (app === null) return { client: placeholder, app, apps: usable };
  const restricted = new Set(
    catalogue.filter((scope) => scope.sensitivity === ScopeSensitivity.RESTRICTED).map(({ name }) => name),
  );
  const scopes = (app.profile?.scopes ?? [])
    .map(({ name }) => name)
    .filter((name) => !restricted.has(name) || app.restrictedScopesAllowed.includes(name));
  const client = {
    ...placeholder,
    clientId: app.clientId,
    confidential: app.confidential,
    redirectUri: app.profile?.redirectUris[0] ?? placeholder.redirectUri,
    scope: scopes.join(" ") || placeholder.scope,
    refreshes: app.refreshMode !== RefreshMode.NONE,
  };
  return { client, app, apps: usable };
}
