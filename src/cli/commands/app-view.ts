import {
  type App,
  type AppProfile,
  AppState,
  type GetAppResponse,
  RefreshMode,
  type Scope,
  SubmitAppResponseSchema,
} from "../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import {
  enumName,
  formatReason,
  formatTime,
  type Output,
  print,
  printFields,
  printJson,
  printTable,
} from "../output.ts";

/** The restricted scopes of the app's approved profile that its review did not allow. */
export function findDisallowedScopes({ profile, restrictedScopesAllowed }: App, catalogue: readonly Scope[]): string[] {
  const names = (profile?.scopes ?? []).map(({ name }) => name);
  return names.filter((name) => isRestricted(name, catalogue) && !restrictedScopesAllowed.includes(name));
}

function isRestricted(name: string, catalogue: readonly Scope[]): boolean {
  return catalogue.some((scope) => scope.name === name && scope.sensitivity === ScopeSensitivity.RESTRICTED);
}

/** Prints an app with everything that a review needs. */
export function printApp(response: GetAppResponse, catalogue: readonly Scope[]): void {
  const { app, history, similarNames } = response;
  printFacts(app!, response);
  if (similarNames.length > 0) printSimilarNames(similarNames);
  printScopes(app!, app!.profile, catalogue);
  if (app!.confidential) printSecrets(app!);
  if (app!.pending !== undefined) printRevision(app!, catalogue);
  heading("History");
  printTable(history, {
    at: (entry) => formatTime(entry.at),
    action: (entry) => entry.action.replaceAll("_", "-"),
    revision: (entry) => entry.revision || "",
    state: (entry) => enumName(AppState, entry.state),
    reason: (entry) => formatReason(entry.reasonCode, entry.reasonText),
  });
}

function printSimilarNames(names: GetAppResponse["similarNames"]): void {
  heading("Apps and accounts with a similar name");
  printTable(names, {
    name: ({ name }) => name,
    owner: ({ clientId, accountId }) => (clientId === "" ? `account ${accountId}` : `app ${clientId}`),
    developer: ({ developerName }) => developerName,
    state: ({ state }) => (state === AppState.UNSPECIFIED ? "" : enumName(AppState, state)),
  });
}

function heading(text: string): void {
  print();
  print(text);
}

function printFacts(app: App, counts: GetAppResponse): void {
  const { installationCount: all, expiredInstallationCount: expired = 0 } = counts;
  const { name = "", ...facts } = factsOf(app.profile);
  printFields({
    client_id: app.clientId,
    name,
    state: enumName(AppState, app.state),
    reason: formatReason(app.reasonCode, app.reasonText),
    install_link: app.installUrl,
    installations: expired === 0 ? all : `${all}, ${expired} expired`,
    developer: `${app.developerName} (${app.developerAccountId})`,
    kind: app.confidential ? "confidential" : "public: no secret, PKCE required",
    refresh_mode: enumName(RefreshMode, app.refreshMode),
    ...facts,
  });
}

function factsOf(profile: AppProfile | undefined): Record<string, string> {
  return {
    name: profile?.name ?? "",
    purpose: profile?.purpose ?? "",
    website: profile?.website ?? "",
    support: profile?.supportContact ?? "",
    privacy_policy: profile?.privacyPolicy ?? "",
    redirect_uris: profile?.redirectUris.join(" ") ?? "",
    launch_url: profile?.launchUrl ?? "",
    webhook_url: profile?.webhookUrl ?? "",
  };
}

function printScopes(app: App, profile: AppProfile | undefined, catalogue: readonly Scope[]): void {
  const sensitivityOf = (name: string) => {
    if (isRestricted(name, catalogue))
      return app.restrictedScopesAllowed.includes(name) ? "restricted, allowed" : "restricted, not allowed";
    return enumName(ScopeSensitivity, catalogue.find((scope) => scope.name === name)?.sensitivity ?? 0);
  };
  heading("Scopes");
  printTable(profile?.scopes ?? [], {
    scope: (scope) => scope.name,
    sensitivity: (scope) => sensitivityOf(scope.name),
    consent: (scope) => (scope.optional ? "optional" : "required"),
    reason: (scope) => scope.reason,
  });
}

function printSecrets({ secrets }: App): void {
  heading("Secrets");
  printTable(secrets, {
    secret_id: (secret) => secret.secretId,
    ends_with: (secret) => `…${secret.hint}`,
    created: (secret) => formatTime(secret.createdAt),
    last_used: (secret) => formatTime(secret.lastUsedAt) || "never",
    state: (secret) => (secret.endsAt === undefined ? "active" : `retired, valid until ${formatTime(secret.endsAt)}`),
  });
}

/** Prints the changed fields of the pending revision, and its scopes. */
function printRevision(app: App, catalogue: readonly Scope[]): void {
  const { number, state, profile } = app.pending!;
  heading(`Pending revision ${number}: ${enumName(AppState, state)}`);
  const before = factsOf(app.profile);
  const changed = Object.entries(factsOf(profile)).filter(([name, value]) => value !== before[name]);
  printFields(Object.fromEntries(changed.map(([name, value]) => [name, value || "(removed)"])));
  printScopes(app, profile, catalogue);
}

/** Prints the state of an app, after a command that changes it. */
export function printState(app: App | undefined, options: Output): void {
  if (options.json === true) {
    printJson(SubmitAppResponseSchema, { $typeName: "latchkey.v1.SubmitAppResponse", app });
    return;
  }
  const { clientId, pending, state, profile } = app!;
  const revision = pending && `${pending.number}, ${enumName(AppState, pending.state)}`;
  const facts = { client_id: clientId, name: profile?.name ?? "", state: enumName(AppState, state) };
  printFields({ ...facts, pending_revision: revision ?? "" });
}
