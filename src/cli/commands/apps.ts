import type { Command } from "commander";
import { AppState, GetAppResponseSchema, ListAppsResponseSchema } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { accountIdOf, oneOf, type Paging, paged, withCore, withJson } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { CliError } from "../errors.ts";
import { moment, type Output, print, printJson, printMore, printTable, printValue, word } from "../output.ts";
import { printApp } from "./app-view.ts";

interface ListOptions extends Paging {
  state?: AppState;
  developer: string;
  name: string;
}

/** `latchkey apps list | show | install-link`. */
export function addAppCommands(apps: Command): void {
  paged(apps.command("list").description("list apps; --state submitted is the review queue"))
    .option(
      "--state <state>",
      "draft, submitted, in-review, changes-requested, approved, rejected, suspended, archived",
      oneOf(AppState),
    )
    .option("--developer <account>", "only those of one developer, by account id or e-mail", "")
    .option("--name <prefix>", "only those whose name starts with this", "")
    .action(listApps);
  withJson(
    apps.command("show <client_id>").description("show one app: its profile, scopes, secrets and history"),
  ).action(showApp);
  withJson(
    apps
      .command("install-link <client_id>")
      .description("print the link to hand to merchants; there is one only for an approved app"),
  ).action(printInstallLink);
}

async function listApps(options: ListOptions): Promise<void> {
  await withCore(async (core) => {
    const { state, name: namePrefix, pageSize, pageToken } = options;
    const developerAccountId = await accountIdOf(core, options.developer);
    const request = { state, developerAccountId, namePrefix, pageSize, pageToken };
    const answer = await core.apps.listApps(request, callOptions);
    if (options.json === true) return printJson(ListAppsResponseSchema, answer);
    printTable(answer.apps, {
      client_id: (app) => app.clientId,
      name: (app) => app.profile?.name ?? "",
      developer: (app) => app.developerName,
      state: (app) => word(AppState, app.state),
      revision: (app) => (app.pending === undefined ? "" : word(AppState, app.pending.state)),
      changed: (app) => moment(app.updatedAt),
    });
    printMore(answer.nextPageToken);
  });
}

async function showApp(clientId: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const answer = await core.apps.getApp({ clientId }, callOptions);
    if (options.json === true) return printJson(GetAppResponseSchema, answer);
    const { scopes } = await core.apps.listScopes({ includeRetired: true }, callOptions);
    printApp(answer, scopes);
  });
}

async function printInstallLink(clientId: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const { app } = await core.apps.getApp({ clientId }, callOptions);
    const { installUrl, state } = app!;
    if (installUrl === "") {
      throw new CliError(`The app is ${word(AppState, state)}; only an approved app has an install link.`);
    }
    if (options.json === true) printValue({ clientId, installUrl });
    else print(installUrl);
  });
}
