import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Command } from "commander";
import { type AuditEvent, ListAuditEventsResponseSchema } from "../../../gen/latchkey/v1/audit_service_pb.ts";
import { accountIdOf, type Paging, paged, parseTime, withCore } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { formatTime, printJson, printMore, printTable, truncate } from "../output.ts";

interface ListOptions extends Paging {
  app: string;
  installation: string;
  merchant: string;
  account: string;
  actor: string;
  action: string;
  from?: Date;
  before?: Date;
}

const DETAIL_WIDTH = 60;

/** `latchkey audit list`. */
export function addAuditCommands(audit: Command): void {
  paged(audit.command("list").description("list audit events, the newest first; --json prints all fields"))
    .option("--app <client_id>", "only events of this app", "")
    .option("--installation <installation_id>", "only events of this installation", "")
    .option("--merchant <merchant_id>", "only events of this merchant", "")
    .option("--account <account>", "only events by or about this account (id or e-mail)", "")
    .option("--actor <account>", "only events by this account (id or e-mail)", "")
    .option("--action <action>", "only this action, such as app.approve", "")
    .option("--from <time>", "only events at or after this time, ISO 8601 with a zone", parseTime)
    .option("--before <time>", "only events before this time", parseTime)
    .action(listEvents);
}

async function listEvents(options: ListOptions): Promise<void> {
  await withCore(async (core) => {
    const { app: clientId, installation: installationId, merchant: merchantId } = options;
    const accountId = await accountIdOf(core, options.account);
    const actorAccountId = await accountIdOf(core, options.actor);
    const { action, pageSize, pageToken } = options;
    const period = {
      ...(options.from && { doneFrom: timestampFromDate(options.from) }),
      ...(options.before && { doneBefore: timestampFromDate(options.before) }),
    };
    const about = { clientId, installationId, merchantId, accountId, actorAccountId };
    const request = { ...about, action, pageSize, pageToken, ...period };
    const response = await core.audit.listAuditEvents(request, callOptions);
    if (options.json === true) return printJson(ListAuditEventsResponseSchema, response);
    printTable(response.events, {
      at: (event) => formatTime(event.at),
      action: (event) => event.action,
      by: actorOf,
      app: (event) => event.clientId,
      merchant: (event) => event.merchantId,
      account: (event) => event.accountEmail || event.accountId,
      detail: (event) => truncate(detailOf(event.detailJson), DETAIL_WIDTH),
    });
    printMore(response.nextPageToken);
  });
}

function actorOf(event: AuditEvent): string {
  if (event.actorAccountId !== "") return `account ${event.actorAccountEmail || event.actorAccountId}`;
  if (event.actorClientId !== "") return `app ${event.actorClientId}`;
  return event.serviceKeyId === "" ? "" : `key ${event.callerName || event.serviceKeyId}`;
}

/** Formats the detail of an event: `{"name":"demo","days":7}` becomes `name=demo days=7`. */
function detailOf(json: string): string {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return Object.entries(JSON.parse(json || "{}") as Record<string, unknown>)
    .map(([name, value]) => `${name}=${text(value)}`)
    .join(" ");
}
