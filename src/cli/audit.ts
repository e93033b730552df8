import type { Command } from "commander";
import { type AuditEvent, ListAuditEventsResponseSchema } from "../../gen/latchkey/v1/audit_service_pb.ts";
import { type Paging, paged, withCore } from "./command.ts";
import { callOptions } from "./core.ts";
import { moment, printJson, printMore, printTable } from "./output.ts";

interface ListOptions extends Paging {
  app: string;
  installation: string;
  merchant: string;
  account: string;
  action: string;
}

/** `latchkey audit list`. */
export function addAuditCommands(audit: Command): void {
  paged(audit.command("list").description("who did what, the newest first"))
    .option("--app <client_id>", "to this app", "")
    .option("--installation <installation_id>", "to this installation", "")
    .option("--merchant <merchant_id>", "to this merchant", "")
    .option("--account <account_id>", "by or to this account", "")
    .option("--action <action>", "such as app.approve", "")
    .option("--json", "print the answer as JSON")
    .action(listEvents);
}

async function listEvents(options: ListOptions): Promise<void> {
  await withCore(async (core) => {
    const { app: clientId, installation: installationId, merchant: merchantId, account: accountId } = options;
    const { action, pageSize, pageToken } = options;
    const request = { clientId, installationId, merchantId, accountId, action, pageSize, pageToken };
    const answer = await core.audit.listAuditEvents(request, callOptions);
    if (options.json === true) return printJson(ListAuditEventsResponseSchema, answer);
    printTable(answer.events, {
      at: (event) => moment(event.at),
      action: (event) => event.action,
      by: actor,
      app: (event) => event.clientId,
      merchant: (event) => event.merchantId,
      detail: (event) => (event.detailJson === "{}" ? "" : event.detailJson),
    });
    printMore(answer.nextPageToken);
  });
}

function actor(event: AuditEvent): string {
  if (event.actorAccountId !== "") return `account ${event.actorAccountId}`;
  if (event.actorClientId !== "") return `app ${event.actorClientId}`;
  return event.serviceKeyId === "" ? "" : `key ${event.serviceKeyId}`;
}
