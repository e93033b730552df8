import { readFile } from "node:fs/promises";
import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import type { Command } from "commander";
import {
  type App,
  type AppProfile,
  AppProfileSchema,
  AppState,
  CreateAppResponseSchema,
  GetAppResponseSchema,
  ListAppsResponseSchema,
  RefreshMode,
  SubmitAppResponseSchema,
} from "../../gen/latchkey/v1/app_service_pb.ts";
import { collect, oneOf, type Paging, paged, withCore } from "./command.ts";
import { callOptions } from "./core.ts";
import { CliFault } from "./fault.ts";
import { moment, type Output, printFields, printJson, printMore, printTable, word } from "./output.ts";

interface Submit extends Output {
  developer: string;
  file?: string;
  name?: string;
  purpose?: string;
  redirectUri: string[];
  scope: string[];
  launchUrl?: string;
  website?: string;
  support?: string;
  public?: boolean;
  refreshMode?: RefreshMode;
  draft?: boolean;
}

/** `latchkey apps submit | list | show | install-link`. */
export function addAppCommands(apps: Command): void {
  addSubmit(apps);
  paged(apps.command("list").description("list apps; --state submitted is the review queue"))
    .option(
      "--state <state>",
      "draft, submitted, in-review, changes-requested, approved, rejected, suspended, archived",
      oneOf(AppState),
    )
    .option("--developer <account_id>", "only those of one developer", "")
    .option("--name <prefix>", "only those whose name starts with this", "")
    .option("--json", "print the answer as JSON")
    .action(listApps);
  apps
    .command("show <client_id>")
    .description("show one app with its profile, secrets and history")
    .option("--json", "print the answer as JSON")
    .action(showApp);
  apps
    .command("install-link <client_id>")
    .description("print the link to hand to merchants; there is one only for an approved app")
    .action(printInstallLink);
}

function addSubmit(apps: Command): void {
  apps
    .command("submit")
    .description("make an app for a developer and submit it for review; prints its secret, once")
    .requiredOption("--developer <account_id>", "the developer's account (see `latchkey accounts list`)")
    .option(
      "--file <profile.json>",
      "the profile as JSON, with the fields of AppProfile; the options below win over it",
    )
    .option("--name <name>", "the app's name, as merchants see it")
    .option("--purpose <text>", "what it is for")
    .option("--redirect-uri <uri>", "a redirect URI; may be given several times", collect, [])
    .option(
      "--scope <scope=reason>",
      "a scope and why the app needs it; `scope?=reason` if merchants may decline it",
      collect,
      [],
    )
    .option("--launch-url <url>", "where an install starts")
    .option("--website <url>", "the developer's website")
    .option("--support <contact>", "an https address or an e-mail address")
    .option("--public", "an app that cannot keep a secret: it gets none and must use PKCE")
    .option("--refresh-mode <mode>", "rotate, keep or none", oneOf(RefreshMode))
    .option("--draft", "leave it as a draft")
    .option("--json", "print the answer as JSON")
    .action(submitApp);
}

async function submitApp(options: Submit): Promise<void> {
  const profile = await profileOf(options);
  await withCore(async (core) => {
    const confidential = options.public !== true;
    const { developer: developerAccountId, refreshMode } = options;
    const made = await core.apps.createApp({ profile, confidential, refreshMode, developerAccountId }, callOptions);
    const clientId = made.app!.clientId;
    const submitted = options.draft === true ? made : await core.apps.submitApp({ clientId }, callOptions);
    if (options.json === true) {
      printJson(CreateAppResponseSchema, { ...made, app: submitted.app });
      return;
    }
    printFields({ client_id: clientId, client_secret: made.clientSecret, state: word(AppState, submitted.app!.state) });
    if (made.clientSecret !== "") console.log("\nKeep the secret now: it is not shown again.");
  });
}

async function profileOf(options: Submit): Promise<AppProfile> {
  const profile = fromJson(AppProfileSchema, options.file === undefined ? {} : await readProfile(options.file));
  profile.name = options.name ?? profile.name;
  profile.purpose = options.purpose ?? profile.purpose;
  profile.launchUrl = options.launchUrl ?? profile.launchUrl;
  profile.website = options.website ?? profile.website;
  profile.supportContact = options.support ?? profile.supportContact;
  if (options.redirectUri.length > 0) profile.redirectUris = options.redirectUri;
  if (options.scope.length > 0) profile.scopes = options.scope.map(registeredScope) as AppProfile["scopes"];
  return profile;
}

async function readProfile(path: string): Promise<JsonValue> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as JsonValue;
  } catch (error) {
    throw new CliFault(`${path} cannot be read as JSON: ${(error as Error).message}`);
  }
}

function registeredScope(text: string) {
  const [, name, optional, reason] = /^([^=?]+)(\?)?=(.+)$/.exec(text) ?? [];
  if (name === undefined) {
    throw new CliFault(
      `--scope "${text}" gives no reason. Write it as --scope "orders:read=To print shipping labels".`,
    );
  }
  return { name, reason, optional: optional !== undefined };
}

interface ListOptions extends Paging {
  state?: AppState;
  developer: string;
  name: string;
}

async function listApps(options: ListOptions): Promise<void> {
  await withCore(async (core) => {
    const { state, developer: developerAccountId, name: namePrefix, pageSize, pageToken } = options;
    const answer = await core.apps.listApps(
      { state, developerAccountId, namePrefix, pageSize, pageToken },
      callOptions,
    );
    if (options.json === true) return printJson(ListAppsResponseSchema, answer);
    printTable(answer.apps, {
      client_id: (app) => app.clientId,
      name: (app) => app.profile?.name ?? "",
      developer: (app) => app.developerName,
      state: (app) => word(AppState, app.state),
      revision: (app) => (app.pending === undefined ? "" : word(AppState, app.pending.state)),
      updated: (app) => moment(app.updatedAt),
    });
    printMore(answer.nextPageToken);
  });
}

async function showApp(clientId: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const answer = await core.apps.getApp({ clientId }, callOptions);
    if (options.json === true) return printJson(GetAppResponseSchema, answer);
    printApp(answer.app!);
    console.log(`installations    ${answer.installationCount}`);
    console.log("\nHistory");
    printTable(answer.history, {
      at: (entry) => moment(entry.at),
      action: (entry) => entry.action,
      state: (entry) => word(AppState, entry.state),
      reason: (entry) => [entry.reasonCode, entry.reasonText].filter((part) => part !== "").join(": "),
    });
  });
}

/** Prints one app for people. */
export function printApp(app: App): void {
  const { profile } = app;
  printFields({
    client_id: app.clientId,
    name: profile?.name ?? "",
    state: word(AppState, app.state),
    reason: [app.reasonCode, app.reasonText].filter((part) => part !== "").join(": "),
    developer: `${app.developerName} (${app.developerAccountId})`,
    kind: app.confidential ? "has a secret" : "public, must use PKCE",
    refresh_mode: word(RefreshMode, app.refreshMode),
    purpose: profile?.purpose ?? "",
    redirect_uris: profile?.redirectUris.join(" ") ?? "",
    scopes: profile?.scopes.map((scope) => scope.name + (scope.optional ? "?" : "")).join(" ") ?? "",
    launch_url: profile?.launchUrl ?? "",
    install_link: app.installUrl,
    pending_revision: app.pending === undefined ? "" : `${app.pending.number}, ${word(AppState, app.pending.state)}`,
  });
  console.log("\nSecrets");
  printTable(app.secrets, {
    secret_id: (secret) => secret.secretId,
    ends_with: (secret) => `…${secret.hint}`,
    made: (secret) => moment(secret.createdAt),
    last_used: (secret) => moment(secret.lastUsedAt) || "never",
    works_until: (secret) => moment(secret.endsAt),
  });
  console.log("");
}

async function printInstallLink(clientId: string): Promise<void> {
  await withCore(async (core) => {
    const { app } = await core.apps.getApp({ clientId }, callOptions);
    if (app!.installUrl === "") {
      throw new CliFault(`The app is ${word(AppState, app!.state)}; only an approved app has an install link.`);
    }
    console.log(app!.installUrl);
  });
}

/** What the one-step commands print. */
export function printState(app: App | undefined, options: Output): void {
  if (app === undefined) return;
  const pending =
    app.pending === undefined ? "" : `, revision ${app.pending.number} ${word(AppState, app.pending.state)}`;
  if (options.json === true) printJson(SubmitAppResponseSchema, { $typeName: "latchkey.v1.SubmitAppResponse", app });
  else console.log(`${app.clientId}  ${word(AppState, app.state)}${pending}`);
}
