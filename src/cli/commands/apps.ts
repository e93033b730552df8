import type { Command } from "commander";
import {
  AppSort,
  AppState,
  GetAppResponseSchema,
  ListAppsResponseSchema,
} from "../../../gen/latchkey/v1/app_service_pb.ts";
import { accountIdOf, oneOf, type Sorted, sorted, withCore, withJson } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { CliError } from "../errors.ts";
import { enumName, formatTime, type Output, print, printJson, printMore, printTable, printValue } from "../output.ts";
import { printApp } from "./app-view.ts";

interface ListOptions extends Sorted<AppSort> {
  state?: AppState;
  developer: string;
  name: string;
}

/** `latchkey apps list | show | install-link`. */
export function addAppCommands(apps: Command): void {
  const found = "only apps whose name contains this; one or two characters match only the start of the name";
  sorted(apps.command("list").description("list apps; the review queue is --state submitted"), AppSort, found)
    .option(
      "--state <state>",
      "draft, submitted, in-review, changes-requested, approved, rejected, suspended, archived",
      oneOf(AppState),
    )
    .option("--developer <account>", "only apps of this developer (account id or e-mail)", "")
    .option("--name <prefix>", "only apps whose name starts with this", "")
    .action(listApps);
  withJson(
    apps.command("show <client_id>").description("show an app: its profile, scopes, secrets and history"),
  ).action(showApp);
  withJson(
    apps.command("install-link <client_id>").description("print the install link of an approved app, for merchants"),
  ).action(printInstallLink);
}

async function listApps(options: ListOptions): Promise<void> {
  await withCore(async (core) => {
    const { state, name: namePrefix, pageSize, pageToken, search, sort, descending = false } = options;
    const developerAccountId = await accountIdOf(core, options.developer);
    const order = { search, sort, descending };
    const request = { state, developerAccountId, namePrefix, pageSize, pageToken, ...order };
    const response = await core.apps.listApps(request, callOptions);
    if (options.json === true) return printJson(ListAppsResponseSchema, response);
    printTable(response.apps, {
      client_id: (app) => app.clientId,
      name: (app) => app.profile?.name ?? "",
      developer: (app) => app.developerName,
      state: (app) => enumName(AppState, app.state),
      revision: (app) => (app.pending === undefined ? "" : enumName(AppState, app.pending.state)),
      changed: (app) => formatTime(app.updatedAt),
    });
    printMore(response.nextPageToken);
  });
}

async function showApp(clientId: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const response = await core.apps.getApp({ clientId }, callOptions);
    if (options.json === true) return printJson(GetAppResponseSchema, response);
    const { scopes } = await core.apps.listScopes({ includeRetired: true }, callOptions);
    printApp(response, scopes);
  });
}

async function printInstallLink(clientId: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const { app } = await core.apps.getApp({ clientId }, callOptions);
    const { installUrl, state } = app!;
    if (installUrl === "") {
      throw new CliError(`The app is ${enumName(AppState, state)}; only approved apps have an install link.`);
    }
    if (options.json === true) printValue({ clientId, installUrl });
    else print(installUrl);
  });
}
