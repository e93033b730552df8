import type { Command } from "commander";
import { ListEventsResponseSchema } from "../../../gen/latchkey/v1/event_service_pb.ts";
import { type Paging, paged, withCore } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { formatTime, printJson, printMore, printTable } from "../output.ts";

interface ListOptions extends Paging {
  app: string;
  merchant: string;
  type: string;
}

/** `latchkey events list`. */
export function addEventCommands(events: Command): void {
  paged(events.command("list").description("list events, the oldest first; --json prints all fields"))
    .option("--app <client_id>", "only events of this app and its installations", "")
    .option("--merchant <merchant_id>", "only events of installations on this merchant", "")
    .option("--type <type>", "only this type, such as installation.created", "")
    .action(listEvents);
}

async function listEvents({ app: clientId, merchant: merchantId, type, ...options }: ListOptions): Promise<void> {
  await withCore(async (core) => {
    const { pageSize, pageToken } = options;
    const response = await core.events.listEvents({ clientId, merchantId, type, pageSize, pageToken }, callOptions);
    if (options.json === true) return printJson(ListEventsResponseSchema, response);
    printTable(response.events, {
      at: (event) => formatTime(event.at),
      type: (event) => event.type,
      app: (event) => event.clientId,
      merchant: (event) => event.merchantId,
      installation: (event) => event.installationId,
      sequence: (event) => event.sequence || "",
      scopes: (event) => event.scopes,
    });
    printMore(response.nextPageToken);
  });
}
