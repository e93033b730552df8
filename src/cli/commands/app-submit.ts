import { create } from "@bufbuild/protobuf";
import type { Command } from "commander";
import {
  AppProfileSchema,
  AppState,
  type CreateAppResponse,
  CreateAppResponseSchema,
  RefreshMode,
} from "../../../gen/latchkey/v1/app_service_pb.ts";
import { accountIdOf, oneOf, withCore, withJson } from "../command-options.ts";
import { type Core, callOptions } from "../core-client.ts";
import { CliError, UsageError } from "../errors.ts";
import { enumName, type Output, print, printFields, printJson, printNext } from "../output.ts";
import { applyOptions, hasProfileOptions, type ProfileOptions, withProfile } from "./app-profile.ts";
import { printState } from "./app-view.ts";
import { explainUnverifiedEmail } from "./unverified-email.ts";

interface Settings extends ProfileOptions, Output {
  refreshMode?: RefreshMode;
}

interface Submit extends Settings {
  developer?: string;
  public?: boolean;
  draft?: boolean;
}

/** `latchkey apps submit | update`. */
export function addSubmitCommands(apps: Command): void {
  withSettings(
    apps
      .command("submit [client_id]")
      .description(
        "create an app for a developer, print its client secret, and submit it for review. With a client_id: apply the options " +
          "to that app, and submit it or its pending revision",
      )
      .option("--developer <account>", "the app's developer (account id or e-mail)")
      .option("--public", "a public app: it has no secret and must use PKCE")
      .option("--draft", "create the app as a draft, without submitting it"),
  ).action((clientId: string | undefined, options: Submit) =>
    clientId === undefined ? submitNew(options) : submitAgain(clientId, options),
  );
  withSettings(
    apps
      .command("update <client_id>")
      .description("change an app's profile; for an approved app, in a pending revision that needs approval"),
  ).action((clientId: string, options: Settings) =>
    withCore(async (core) => printState((await update(core, clientId, options)).app, options)),
  );
}

function withSettings(command: Command): Command {
  return withJson(
    withProfile(command).option(
      "--refresh-mode <mode>",
      "the refresh token after a refresh: rotate (a new one), keep (the same), or none (the app gets none)",
      oneOf(RefreshMode),
    ),
  );
}

async function submitNew(options: Submit): Promise<void> {
  const { developer, refreshMode } = options;
  if (developer === undefined)
    throw new UsageError("A new app needs a developer: add --developer <account id or e-mail>.");
  const profile = await applyOptions(options, create(AppProfileSchema));
  const confidential = options.public !== true;
  await withCore(async (core) => {
    const developerAccountId = await accountIdOf(core, developer);
    // Validates first, because a rejected submission would leave a draft behind.
    const validation =
      options.draft !== true && (await core.apps.validateApp({ profile, confidential, refreshMode }, callOptions));
    if (validation && validation.violations.length > 0) {
      const lines = validation.violations.map(({ field, description }) => `  ${field}: ${description}`);
      throw new CliError(["The app was not created. Invalid fields:", ...lines].join("\n"));
    }
    const request = { profile, confidential, refreshMode, developerAccountId };
    const createApp = () => core.apps.createApp(request, callOptions);
    const created = await explainUnverifiedEmail(developer, "--developer", createApp);
    await submitCreated(core, created, options);
  });
}

async function submitCreated(core: Core, created: CreateAppResponse, options: Submit): Promise<void> {
  const { clientId } = created.app!;
  try {
    const { app } = options.draft === true ? created : await core.apps.submitApp({ clientId }, callOptions);
    printCreated({ ...created, app }, options);
  } catch (error) {
    // The app exists although its submission failed, so its secret is printed.
    printCreated(created, options);
    throw error;
  }
  if (options.json === true) return;
  if (options.draft === true) printNext("To submit it", `apps submit ${clientId}`);
  else printNext("To approve it", `apps review approve ${clientId}`);
}

function printCreated(created: CreateAppResponse, options: Submit): void {
  if (options.json === true) {
    printJson(CreateAppResponseSchema, created);
    return;
  }
  const { clientId, state } = created.app!;
  printFields({ client_id: clientId, client_secret: created.clientSecret, state: enumName(AppState, state) });
  if (created.clientSecret === "") return;
  print();
  print("Store the secret now: it is not shown again.");
}

async function submitAgain(clientId: string, options: Submit): Promise<void> {
  if (options.developer !== undefined || options.public === true || options.draft === true) {
    throw new UsageError("--developer, --public and --draft apply to a new app only: remove them, or the client_id.");
  }
  await withCore(async (core) => {
    if (hasProfileOptions(options) || options.refreshMode !== undefined) await update(core, clientId, options);
    printState((await core.apps.submitApp({ clientId }, callOptions)).app, options);
    if (options.json !== true) printNext("To approve it", `apps review approve ${clientId}`);
  });
}

async function update(core: Core, clientId: string, options: Settings) {
  const { app } = await core.apps.getApp({ clientId }, callOptions);
  const before = app!.pending?.profile ?? app!.profile ?? create(AppProfileSchema);
  const profile = hasProfileOptions(options) ? await applyOptions(options, before) : undefined;
  return core.apps.updateApp({ clientId, profile, refreshMode: options.refreshMode }, callOptions);
}
