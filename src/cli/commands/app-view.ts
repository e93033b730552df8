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
import { because, moment, type Output, print, printFields, printJson, printTable, word } from "../output.ts";

/** The restricted scopes of the app's live profile that no reviewer has allowed it. */
export function notAllowed({ profile, restrictedScopesAllowed }: App, catalogue: readonly Scope[]): string[] {
  const names = (profile?.scopes ?? []).map(({ name }) => name);
  return names.filter((name) => isRestricted(name, catalogue) && !restrictedScopesAllowed.includes(name));
}

function isRestricted(name: string, catalogue: readonly Scope[]): boolean {
  return catalogue.some((scope) => scope.name === name && scope.sensitivity === ScopeSensitivity.RESTRICTED);
}

/** Prints one app for people, with all that a reviewer has to read. */
export function printApp(answer: GetAppResponse, catalogue: readonly Scope[]): void {
  const { app, history, installationCount, similarNames } = answer;
  printFacts(app!, installationCount);
  if (similarNames.length > 0) printSimilarNames(similarNames);
  printScopes(app!, app!.profile, catalogue);
  if (app!.confidential) printSecrets(app!);
  if (app!.pending !== undefined) printRevision(app!, catalogue);
  heading("History");
  printTable(history, {
    at: (entry) => moment(entry.at),
    action: (entry) => entry.action.replaceAll("_", "-"),
    revision: (entry) => entry.revision || "",
    state: (entry) => word(AppState, entry.state),
    reason: (entry) => because(entry.reasonCode, entry.reasonText),
  });
}

function printSimilarNames(names: GetAppResponse["similarNames"]): void {
  heading("Others with a name that looks like this one");
  printTable(names, {
    name: ({ name }) => name,
    held_by: ({ clientId, accountId }) => (clientId === "" ? `developer ${accountId}` : `app ${clientId}`),
  });
}

function heading(text: string): void {
  print();
  print(text);
}

function printFacts(app: App, installations: number): void {
  const { name = "", ...facts } = factsOf(app.profile);
  printFields({
    client_id: app.clientId,
    name,
    state: word(AppState, app.state),
    reason: because(app.reasonCode, app.reasonText),
    install_link: app.installUrl,
    installations,
    developer: `${app.developerName} (${app.developerAccountId})`,
    kind: app.confidential ? "has a secret" : "public: no secret, must use PKCE",
    refresh_mode: word(RefreshMode, app.refreshMode),
    ...facts,
  });
}

function factsOf(profile: AppProfile | undefined): Record<string, string> {
  return {
    name: profile?.name ?? "",
    purpose: profile?.purpose ?? "",
    website: profile?.website ?? "",
    support: profile?.supportContact ?? "",
    redirect_uris: profile?.redirectUris.join(" ") ?? "",
    launch_url: profile?.launchUrl ?? "",
    webhook_url: profile?.webhookUrl ?? "",
  };
}

function printScopes(app: App, profile: AppProfile | undefined, catalogue: readonly Scope[]): void {
  const sensitivityOf = (name: string) => {
    if (isRestricted(name, catalogue))
      return app.restrictedScopesAllowed.includes(name) ? "restricted, allowed" : "restricted, not allowed";
    return word(ScopeSensitivity, catalogue.find((scope) => scope.name === name)?.sensitivity ?? 0);
  };
  heading("Scopes");
  printTable(profile?.scopes ?? [], {
    scope: (scope) => scope.name,
    sensitivity: (scope) => sensitivityOf(scope.name),
    merchant: (scope) => (scope.optional ? "may decline it" : "must grant it"),
    reason: (scope) => scope.reason,
  });
}

function printSecrets({ secrets }: App): void {
  heading("Secrets");
  printTable(secrets, {
    secret_id: (secret) => secret.secretId,
    ends_with: (secret) => `…${secret.hint}`,
    made: (secret) => moment(secret.createdAt),
    last_used: (secret) => moment(secret.lastUsedAt) || "never",
    state: (secret) => (secret.endsAt === undefined ? "works" : `retired, works until ${moment(secret.endsAt)}`),
  });
}

/** What the pending revision would make of the app: only what differs, and its scopes. */
function printRevision(app: App, catalogue: readonly Scope[]): void {
  const { number, state, profile } = app.pending!;
  heading(`Pending revision ${number}: ${word(AppState, state)}`);
  const before = factsOf(app.profile);
  const changed = Object.entries(factsOf(profile)).filter(([name, value]) => value !== before[name]);
  printFields(Object.fromEntries(changed.map(([name, value]) => [name, value || "(taken away)"])));
  printScopes(app, profile, catalogue);
}

/** What the one-step commands print. */
export function printState(app: App | undefined, options: Output): void {
  if (options.json === true) {
    printJson(SubmitAppResponseSchema, { $typeName: "latchkey.v1.SubmitAppResponse", app });
    return;
  }
  const { clientId, pending, state, profile } = app!;
  const revision = pending && `${pending.number}, ${word(AppState, pending.state)}`;
  const facts = { client_id: clientId, name: profile?.name ?? "", state: word(AppState, state) };
  printFields({ ...facts, pending_revision: revision ?? "" });
}
