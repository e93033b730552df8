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
import { type Output, print, printFields, printJson, printNext, word } from "../output.ts";
import { type ProfileOptions, profileOf, saysSomething, withProfile } from "./app-profile.ts";
import { printState } from "./app-view.ts";
import { orOfferInvitation } from "./unverified-email.ts";

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
        "make an app for a developer and submit it for review; prints its client secret, once. With a client_id: submit that app, " +
          "or the pending revision of an approved one, after changing what the options say",
      )
      .option("--developer <account>", "whose app it will be, by account id or e-mail")
      .option("--public", "an app that cannot keep a secret: it gets none and must use PKCE")
      .option("--draft", "make it, and leave it as a draft"),
  ).action((clientId: string | undefined, options: Submit) =>
    clientId === undefined ? submitNew(options) : submitAgain(clientId, options),
  );
  withSettings(
    apps
      .command("update <client_id>")
      .description("change an app's profile; of an approved app, in a pending revision that works once it is approved"),
  ).action((clientId: string, options: Settings) =>
    withCore(async (core) => printState((await update(core, clientId, options)).app, options)),
  );
}

function withSettings(command: Command): Command {
  return withJson(
    withProfile(command).option(
      "--refresh-mode <mode>",
      "what a refresh gives: rotate, keep or none",
      oneOf(RefreshMode),
    ),
  );
}

async function submitNew(options: Submit): Promise<void> {
  const { developer, refreshMode } = options;
  if (developer === undefined) throw new UsageError("Whose app will it be? Add --developer <account id or e-mail>.");
  const profile = await profileOf(options, create(AppProfileSchema));
  const confidential = options.public !== true;
  await withCore(async (core) => {
    const developerAccountId = await accountIdOf(core, developer);
    // Looked at before anything is made: a refused submission would leave a draft, whose secret nobody has seen.
    const checked =
      options.draft !== true && (await core.apps.validateApp({ profile, confidential, refreshMode }, callOptions));
    if (checked && checked.violations.length > 0) {
      const faults = checked.violations.map(({ field, description }) => `  ${field}: ${description}`);
      throw new CliError(["Nothing was made; this has to change:", ...faults].join("\n"));
    }
    const request = { profile, confidential, refreshMode, developerAccountId };
    const make = () => core.apps.createApp(request, callOptions);
    const made = await orOfferInvitation(developer, "--developer", make);
    await submitMade(core, made, options);
  });
}

async function submitMade(core: Core, made: CreateAppResponse, options: Submit): Promise<void> {
  const { clientId } = made.app!;
  try {
    const { app } = options.draft === true ? made : await core.apps.submitApp({ clientId }, callOptions);
    printMade({ ...made, app }, options);
  } catch (error) {
    // It is there all the same, and so is its secret.
    printMade(made, options);
    throw error;
  }
  if (options.json === true) return;
  if (options.draft === true) printNext("When it is finished", `apps submit ${clientId}`);
  else printNext("A reviewer's turn", `apps review approve ${clientId}`);
}

function printMade(made: CreateAppResponse, options: Submit): void {
  if (options.json === true) {
    printJson(CreateAppResponseSchema, made);
    return;
  }
  const { clientId, state } = made.app!;
  printFields({ client_id: clientId, client_secret: made.clientSecret, state: word(AppState, state) });
  if (made.clientSecret === "") return;
  print();
  print("Keep the secret now: it is not shown again.");
}

async function submitAgain(clientId: string, options: Submit): Promise<void> {
  if (options.developer !== undefined || options.public === true || options.draft === true) {
    throw new UsageError("--developer, --public and --draft are for a new app: leave them out, or the client_id.");
  }
  await withCore(async (core) => {
    if (saysSomething(options) || options.refreshMode !== undefined) await update(core, clientId, options);
    printState((await core.apps.submitApp({ clientId }, callOptions)).app, options);
    if (options.json !== true) printNext("A reviewer's turn", `apps review approve ${clientId}`);
  });
}

async function update(core: Core, clientId: string, options: Settings) {
  const { app } = await core.apps.getApp({ clientId }, callOptions);
  const before = app!.pending?.profile ?? app!.profile ?? create(AppProfileSchema);
  const profile = saysSomething(options) ? await profileOf(options, before) : undefined;
  return core.apps.updateApp({ clientId, profile, refreshMode: options.refreshMode }, callOptions);
}
