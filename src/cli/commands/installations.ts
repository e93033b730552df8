import type { Command } from "commander";
import {
  GetInstallationResponseSchema,
  type Installation,
  InstallationHealth,
  InstallationState,
  ListInstallationsResponseSchema,
  Party,
} from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { oneOf, type Paging, paged, type Reasoned, withCore, withJson, withReason } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import {
  enumName,
  formatReason,
  formatTime,
  type Output,
  printFields,
  printJson,
  printMore,
  printTable,
} from "../output.ts";

interface ListOptions extends Paging {
  app: string;
  merchant: string;
  state?: InstallationState;
  search: string;
  health?: InstallationHealth;
}

/** `latchkey installations …`. */
export function addInstallationCommands(installations: Command): void {
  paged(installations.command("list").description("list installations"))
    .option("--app <client_id>", "only installations of this app", "")
    .option("--merchant <merchant_id>", "only installations on this merchant", "")
    .option("--state <state>", "pending, active, suspended or uninstalled", oneOf(InstallationState))
    .option("--search <text>", "only merchants whose name contains this, or whose id begins with it", "")
    .option(
      "--health <health>",
      "needs_attention, expires_soon, healthy or stopped; failing (the last refresh was refused) or expiring (tokens expire within seven days)",
      oneOf(InstallationHealth),
    )
    .action(listInstallations);
  addCommand(installations, "show <installation_id>", { description: "show an installation", rpc: "getInstallation" });
  withReason(
    installations
      .command("suspend <installation_id>")
      .description("suspend the installation: its tokens are inactive until it is resumed"),
    "the merchant and the developer",
    "optional",
  ).action((installationId: string, { reasonCode, reason: reasonText, json }: Reasoned) =>
    withCore(async (core) => {
      const request = { installationId, reasonCode, reasonText };
      printOne((await core.installations.suspendInstallation(request, callOptions)).installation, { json });
    }),
  );
  addCommand(installations, "resume <installation_id>", {
    description: "lift the operator's suspension",
    rpc: "resumeInstallation",
  });
  addCommand(installations, "uninstall <installation_id>", {
    description: "uninstall the app from the merchant and revoke all tokens",
    rpc: "uninstall",
  });
}

type OneRpc = "getInstallation" | "resumeInstallation" | "uninstall";

function addCommand(group: Command, usage: string, { description, rpc }: { description: string; rpc: OneRpc }): void {
  withJson(group.command(usage).description(description)).action((installationId: string, options: Output) =>
    withCore(async (core) =>
      printOne((await core.installations[rpc]({ installationId }, callOptions)).installation, options),
    ),
  );
}

async function listInstallations(options: ListOptions): Promise<void> {
  await withCore(async (core) => {
    const { app: clientId, merchant: merchantId, state, search, health, pageSize, pageToken } = options;
    const request = { clientId, merchantId, state, search, health, pageSize, pageToken };
    const response = await core.installations.listInstallations(request, callOptions);
    if (options.json === true) return printJson(ListInstallationsResponseSchema, response);
    printTable(response.installations, {
      installation_id: (one) => one.installationId,
      app: (one) => one.appName,
      merchant: (one) => one.merchantId,
      state: (one) => enumName(InstallationState, one.state),
      scopes: (one) => one.grantedScopes,
      since: (one) => formatTime(one.connectedAt),
      last_used: (one) => formatTime(one.lastUsedAt) || "never",
    });
    printMore(response.nextPageToken);
  });
}

function printOne(installation: Installation | undefined, options: Output): void {
  if (options.json === true) {
    printJson(GetInstallationResponseSchema, {
      $typeName: "latchkey.v1.GetInstallationResponse",
      installation,
      history: [],
    });
  } else {
    printInstallation(installation!);
  }
}

function printInstallation(one: Installation): void {
  printFields({
    installation_id: one.installationId,
    version: one.version,
    state: enumName(InstallationState, one.state),
    suspended_by: one.suspendedByParties.map((party) => enumName(Party, party)).join(", "),
    reason: formatReason(one.reasonCode, one.reasonText),
    app: `${one.appName} (${one.clientId})`,
    merchant: `${one.merchantName} (${one.merchantId})${one.test ? ", a test merchant" : ""}`,
    scopes: one.grantedScopes.join(" "),
    connected_by: one.connectedByName,
    since: formatTime(one.connectedAt),
    last_used: formatTime(one.lastUsedAt),
    ended: formatTime(one.endedAt),
  });
}
