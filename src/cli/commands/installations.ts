import type { Command } from "commander";
import {
  GetInstallationResponseSchema,
  type Installation,
  InstallationState,
  ListInstallationsResponseSchema,
  Party,
} from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { oneOf, type Paging, paged, type Reasoned, withCore, withJson, withReason } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { because, moment, type Output, printFields, printJson, printMore, printTable, word } from "../output.ts";

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
    .action(listInstallations);
  one(installations, "show <installation_id>", { says: "show one installation", rpc: "getInstallation" });
  withReason(
    installations.command("suspend <installation_id>").description("make its tokens inactive until it is resumed"),
    "an operator",
    "optional",
  ).action((installationId: string, { reasonCode, reason: reasonText, json }: Reasoned) =>
    withCore(async (core) => {
      const request = { installationId, reasonCode, reasonText };
      printOne((await core.installations.suspendInstallation(request, callOptions)).installation, { json });
    }),
  );
  one(installations, "resume <installation_id>", { says: "lift the operator's suspension", rpc: "resumeInstallation" });
  one(installations, "uninstall <installation_id>", { says: "end it and all its tokens", rpc: "uninstall" });
}

type OneRpc = "getInstallation" | "resumeInstallation" | "uninstall";

function one(group: Command, usage: string, { says, rpc }: { says: string; rpc: OneRpc }): void {
  withJson(group.command(usage).description(says)).action((installationId: string, options: Output) =>
    withCore(async (core) =>
      printOne((await core.installations[rpc]({ installationId }, callOptions)).installation, options),
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
      merchant: (one) => one.merchantId,
      state: (one) => word(InstallationState, one.state),
      scopes: (one) => one.grantedScopes,
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
    suspended_by: one.suspendedByParties.map((party) => word(Party, party)).join(", "),
    reason: because(one.reasonCode, one.reasonText),
    app: `${one.appName} (${one.clientId})`,
    merchant: `${one.merchantName} (${one.merchantId})${one.test ? ", a test merchant" : ""}`,
    scopes: one.grantedScopes.join(" "),
    connected_by: one.connectedByName,
    since: moment(one.connectedAt),
    last_used: moment(one.lastUsedAt),
    ended: moment(one.endedAt),
  });
}
