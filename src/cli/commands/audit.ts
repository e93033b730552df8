import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Command } from "commander";
import { type AuditEvent, ListAuditEventsResponseSchema } from "../../../gen/latchkey/v1/audit_service_pb.ts";
import { type Paging, paged, parseMoment, withCore } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { cut, moment, printJson, printMore, printTable } from "../output.ts";

interface ListOptions extends Paging {
  app: string;
  installation: string;
  merchant: string;
  account: string;
  action: string;
  from?: Date;
  before?: Date;
}

const DETAIL_WIDTH = 60;

/** `latchkey audit list`. */
export function addAuditCommands(audit: Command): void {
  paged(audit.command("list").description("who did what, the newest first; --json has all of it"))
    .option("--app <client_id>", "to this app", "")
    .option("--installation <installation_id>", "to this installation", "")
    .option("--merchant <merchant_id>", "to this merchant", "")
    .option("--account <account_id>", "by or to this account", "")
    .option("--action <action>", "such as app.approve", "")
    .option("--from <time>", "done at this time or later, ISO 8601 with its zone", parseMoment)
    .option("--before <time>", "done before this time", parseMoment)
    .action(listEvents);
}

async function listEvents(options: ListOptions): Promise<void> {
  await withCore(async (core) => {
    const { app: clientId, installation: installationId, merchant: merchantId, account: accountId } = options;
    const { action, pageSize, pageToken } = options;
    const within = {
      ...(options.from && { doneFrom: timestampFromDate(options.from) }),
      ...(options.before && { doneBefore: timestampFromDate(options.before) }),
    };
    const request = { clientId, installationId, merchantId, accountId, action, pageSize, pageToken, ...within };
    const answer = await core.audit.listAuditEvents(request, callOptions);
    if (options.json === true) return printJson(ListAuditEventsResponseSchema, answer);
    printTable(answer.events, {
      at: (event) => moment(event.at),
      action: (event) => event.action,
      by: actorOf,
      app: (event) => event.clientId,
      merchant: (event) => event.merchantId,
      account: (event) => event.accountEmail || event.accountId,
      detail: (event) => cut(detailOf(event.detailJson), DETAIL_WIDTH),
    });
    printMore(answer.nextPageToken);
  });
}

function actorOf(event: AuditEvent): string {
  if (event.actorAccountId !== "") return `account ${event.actorAccountEmail || event.actorAccountId}`;
  if (event.actorClientId !== "") return `app ${event.actorClientId}`;
  return event.serviceKeyId === "" ? "" : `key ${event.callerName || event.serviceKeyId}`;
}

/** `{"name":"demo","days":7}` as `name=demo days=7`. */
function detailOf(json: string): string {
  const spoken = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return Object.entries(JSON.parse(json || "{}") as Record<string, unknown>)
    .map(([name, value]) => `${name}=${spoken(value)}`)
    .join(" ");
}
