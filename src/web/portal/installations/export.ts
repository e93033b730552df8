import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { Installation, ListInstallationsResponse } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { csvHeaders } from "../../components/csv.ts";
import { type CsvColumns, csvLines, PAGE_SIZE } from "../../components/csv-lines.ts";
import { wordOf } from "../../components/enum-names.ts";
import { APP_INSTALLATION_COLUMNS } from "../../components/installation/csv-columns.ts";
import { listByHealth } from "../../components/installation/list-by-health.ts";
import { verdictOf } from "../../components/installation/verdict.ts";
import { verdictWords } from "../../components/installation/verdict-view.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { createContext, type Web } from "../../request-context.ts";
import type { PageContext, PageRouter } from "../../router/page-router.ts";
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
    const body = Readable.from(request.method === "HEAD" ? [] : linesOf(first, read, columnsOf(context)));
    return reply.headers(csvHeaders(`installations-${clientId}`)).send(body);
  });
}

type Export = FastifyRequest<{ Params: { clientId: string } }>;

/** The columns, and the state of each installation in the words and the language of the list. */
function columnsOf(context: PageContext): CsvColumns<Installation> {
  const wordsOf = (one: Installation) => verdictWords(context, one, { verdict: verdictOf(one), audience: "developer" });
  const { health = () => null, ...columns } = APP_INSTALLATION_COLUMNS;
  return {
    ...columns,
    merchant_state: (one) => wordOf(MerchantState, one.merchantState),
    status: (one) => wordsOf(one).status,
    status_reason: (one) => wordsOf(one).reason,
    health,
  };
}

/** The file has no limit: an app's developer needs all of its installations. */
const UNLIMITED = { incomplete: "", maxRows: Infinity, maxPages: Infinity };

export function linesOf(
  first: ListInstallationsResponse,
  read: (pageToken: string) => Promise<ListInstallationsResponse>,
  columns: CsvColumns<Installation> = APP_INSTALLATION_COLUMNS,
): AsyncGenerator<string> {
  const toPage = ({ installations, nextPageToken }: ListInstallationsResponse) => ({
    rows: installations,
    next: nextPageToken,
  });
  return csvLines(toPage(first), async (pageToken) => toPage(await read(pageToken)), { ...UNLIMITED, columns });
}
