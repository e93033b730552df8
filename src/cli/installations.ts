import type { Command } from "commander";
import {
  GetInstallationResponseSchema,
  type Installation,
  InstallationSide,
  InstallationState,
  ListInstallationsResponseSchema,
} from "../../gen/latchkey/v1/installation_service_pb.ts";
import { oneOf, type Paging, paged, withCore } from "./command.ts";
import { callOptions } from "./core.ts";
import { moment, type Output, printFields, printJson, printMore, printTable, word } from "./output.ts";

interface ListOptions extends Paging {
  app: string;
  merchant: string;
  state?: InstallationState;
}

/** `latchkey installations …`. */
export function addInstallationCommands(installations: Command): void {
  paged(installations.command("list").description("list installations, of an app or of a merchant"))
    .option("--app <client_id>", "only of this app", "")
    .option("--merchant <merchant_id>", "only of this merchant", "")
    .option("--state <state>", "pending, active, suspended or ended", oneOf(InstallationState))
    .option("--json", "print the answer as JSON")
    .action(listInstallations);
  installations
    .command("show <installation_id>")
    .description("show one installation")
    .option("--json", "print the answer as JSON")
    .action((installationId: string, options: Output) =>
      withCore(async (core) =>
        printOne((await core.installations.getInstallation({ installationId }, callOptions)).installation, options),
      ),
    );
  installations
    .command("suspend <installation_id>")
    .description("make its tokens inactive until it is resumed")
    .requiredOption("--code <CODE>", "a short code for programs")
    .option("--reason <text>", "in words", "")
    .option("--json", "print the answer as JSON")
    .action(
      (
        installationId: string,
        { code: reasonCode, reason: reasonText, json }: Output & { code: string; reason: string },
      ) =>
        withCore(async (core) => {
          const request = { installationId, reasonCode, reasonText };
          printOne((await core.installations.suspendInstallation(request, callOptions)).installation, { json });
        }),
    );
  installations
    .command("resume <installation_id>")
    .description("lift a suspension of the operator's")
    .option("--json", "print the answer as JSON")
    .action((installationId: string, options: Output) =>
      withCore(async (core) =>
        printOne((await core.installations.resumeInstallation({ installationId }, callOptions)).installation, options),
      ),
    );
  installations
    .command("uninstall <installation_id>")
    .description("end it and all its tokens")
    .option("--json", "print the answer as JSON")
    .action((installationId: string, options: Output) =>
      withCore(async (core) =>
        printOne((await core.installations.uninstall({ installationId }, callOptions)).installation, options),
      ),
    );
}

async function listInstallations(options: ListOptions): Promise<void> {
  await withCore(async (core) => {
    const { app: clientId, merchant: merchantId, state, pageSize, pageToken } = options;
    const request = { clientId, merchantId, state, pageSize, pageToken };
    const answer = await core.installations.listInstallations(request, callOptions);
    if (options.json === true) return printJson(ListInstallationsResponseSchema, answer);
    printTable(answer.installations, {
      installation_id: (one) => one.installationId,
      app: (one) => one.appName,
      merchant: (one) => `${one.merchantName} (${one.merchantId})`,
      state: (one) => word(InstallationState, one.state),
      version: (one) => one.version,
      scopes: (one) => one.grantedScopes.join(" "),
      since: (one) => moment(one.connectedAt),
      last_used: (one) => moment(one.lastUsedAt) || "never",
    });
    printMore(answer.nextPageToken);
  });
}

function printOne(installation: Installation | undefined, options: Output): void {
  if (options.json === true) {
    printJson(GetInstallationResponseSchema, { $typeName: "latchkey.v1.GetInstallationResponse", installation });
  } else {
    printInstallation(installation!);
  }
}

function printInstallation(one: Installation): void {
  printFields({
    installation_id: one.installationId,
    version: one.version,
    state: word(InstallationState, one.state),
    suspended_by: word(InstallationSide, one.suspendedBy),
    reason: [one.reasonCode, one.reasonText].filter((part) => part !== "").join(": "),
    app: `${one.appName} (${one.clientId})`,
    merchant: `${one.merchantName} (${one.merchantId})`,
    scopes: one.grantedScopes.join(" "),
    connected_by: one.connectedByName,
    since: moment(one.connectedAt),
    last_used: moment(one.lastUsedAt),
    ended: moment(one.endedAt),
  });
}
