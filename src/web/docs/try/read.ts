import type { Merchant } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type App, AppState, type Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { PageError } from "../../errors/page-error.ts";
import { currentTeam } from "../../layout/teams.ts";
import type { PageContext } from "../../router/page-router.ts";

/** The maximum number of apps and merchants in a select. */
const CHOICES_MAX = 200;

export interface OwnThings {
  /** The team's apps that work on test merchants. */
  apps: App[];
  /** The team's test merchants. */
  merchants: Merchant[];
  catalogue: Scope[];
}

const STOPPED: readonly AppState[] = [AppState.ARCHIVED, AppState.REJECTED, AppState.SUSPENDED];

export async function readOwnThings(context: PageContext): Promise<OwnThings> {
  const { web, call } = context;
  const { teamId } = currentTeam(context);
  const [{ apps }, { merchants }, { scopes: catalogue }] = await Promise.all([
    web.clients.apps.listApps({ developerAccountId: teamId, pageSize: CHOICES_MAX }, call),
    web.clients.accounts.listMerchants({ ownTest: true, teamAccountId: teamId, pageSize: CHOICES_MAX }, call),
    web.clients.apps.listScopes({ includeRetired: true }, call),
  ]);
  return { apps: apps.filter(({ state }) => !STOPPED.includes(state)), merchants, catalogue };
}

export interface Choice {
  app: App;
  merchant: Merchant;
  catalogue: Scope[];
}

/** The chosen app and test merchant of the team. @throws PageError 404 for any other app or merchant */
export async function findChoice(context: PageContext, clientId: string, merchantId: string): Promise<Choice> {
  const { apps, merchants, catalogue } = await readOwnThings(context);
  const app = apps.find((one) => one.clientId === clientId);
  const merchant = merchants.find((one) => one.merchantId === merchantId && one.test);
  if (app === undefined || merchant === undefined) throw new PageError(404, "not_found");
  return { app, merchant, catalogue };
}

/** The scopes that a test merchant can grant to the app. */
export function grantableScopes({ app, catalogue }: Pick<Choice, "app" | "catalogue">) {
  return (app.profile?.scopes ?? []).flatMap((registered) => {
    const scope = catalogue.find(({ name }) => name === registered.name);
    const restricted = scope?.sensitivity === ScopeSensitivity.RESTRICTED;
    if (scope === undefined || (restricted && !app.restrictedScopesAllowed.includes(scope.name))) return [];
    return [{ ...registered, title: scope.title || scope.name }];
  });
}
