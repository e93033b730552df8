import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Installation, ListInstallationsResponse } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { csvHeaders, csvLine } from "../../components/csv.ts";
import { APP_INSTALLATION_COLUMNS } from "../../components/installation/csv-columns.ts";
import { listByHealth } from "../../components/installation/list-by-health.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { createContext, type Web } from "../../request-context.ts";
import type { PageRouter } from "../../router/page-router.ts";
import { readWithOwnApp } from "../own-app.ts";
import { readFilter, requestOf } from "./filter.ts";

const PAGE_SIZE = 200;

/** `installations.csv`: all installations that match the filter of the list, newest first. */
export function addExportRoute(app: FastifyInstance, router: PageRouter, web: Web): void {
  app.get("/portal/apps/:clientId/installations.csv", { exposeHeadRoute: true }, async (request: Export, reply) => {
    const context = await router.findContext(request);
    const { clientId } = request.params;
    if (context === null) {
      return toSignIn(reply, createContext(web, request), `/portal/apps/${clientId}/installations`);
    }
    const filter = requestOf({ clientId }, readFilter(context.query));
    const read = (pageToken: string) => listByHealth(context, { ...filter, pageSize: PAGE_SIZE, pageToken });
    // The first page is read before the headers are sent, so that its errors lead to an error page.
    const { result: first } = await readWithOwnApp(context, () => read(""));
    const body = request.method === "HEAD" ? "" : Readable.from(linesOf(first, read));
    return reply.headers(csvHeaders(`installations-${clientId}`)).send(body);
  });
}

type Export = FastifyRequest<{ Params: { clientId: string } }>;

/** An error on a later page aborts the response, so that a partial file does not look complete. */
export async function* linesOf(
  first: ListInstallationsResponse,
  read: (pageToken: string) => Promise<ListInstallationsResponse>,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(APP_INSTALLATION_COLUMNS));
  for (let page = first; ; page = await read(page.nextPageToken)) {
    if (page.installations.length > 0) yield page.installations.map(toLine).join("");
    if (page.nextPageToken === "") return;
  }
}

function toLine(one: Installation): string {
  return csvLine(Object.values(APP_INSTALLATION_COLUMNS).map((toCell) => toCell(one)));
}
