import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ListInstallationsResponse } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { csvHeaders } from "../../components/csv.ts";
import { csvLines, PAGE_SIZE } from "../../components/csv-lines.ts";
import { APP_INSTALLATION_COLUMNS } from "../../components/installation/csv-columns.ts";
import { listByHealth } from "../../components/installation/list-by-health.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { createContext, type Web } from "../../request-context.ts";
import type { PageRouter } from "../../router/page-router.ts";
import { readWithOwnApp } from "../own-app.ts";
import { readFilter, requestOf } from "./filter.ts";

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

/** The file has no limit: an app's developer needs all of its installations. */
const FILE = { columns: APP_INSTALLATION_COLUMNS, incomplete: "", maxRows: Infinity, maxPages: Infinity };

export function linesOf(
  first: ListInstallationsResponse,
  read: (pageToken: string) => Promise<ListInstallationsResponse>,
): AsyncGenerator<string> {
  const toPage = ({ installations, nextPageToken }: ListInstallationsResponse) => ({
    rows: installations,
    next: nextPageToken,
  });
  return csvLines(toPage(first), async (pageToken) => toPage(await read(pageToken)), FILE);
}
