import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { csvHeaders } from "../components/csv.ts";
import { type CsvFile, type CsvPage, csvLines } from "../components/csv-lines.ts";
import { toSignIn } from "../errors/send-error.ts";
import { createContext, type Web } from "../request-context.ts";
import type { PageContext, PageRouter } from "./page-router.ts";

export type ReadCsvPage<Row> = (pageToken: string) => Promise<CsvPage<Row>>;

export interface CsvExport<Row> {
  /** The path of the list. The file has the same path and query, with `.csv`. */
  list: string;
  /** The name of the file without its extension. */
  name: string;
  file: CsvFile<Row>;
  /** How to read the rows of the list; the path of the list if its filter matches no or several entries. */
  open(context: PageContext): Promise<ReadCsvPage<Row> | string>;
}

/** Adds the file of a list: all entries that match the filter of the page, in its order. */
export function addCsvRoute<Row>(
  app: FastifyInstance,
  router: PageRouter,
  { web, list, name, file, open }: CsvExport<Row> & { web: Web },
): void {
  app.get(`${list}.csv`, { exposeHeadRoute: true }, async (request, reply) => {
    const context = await router.findContext(request);
    if (context === null) return toSignIn(reply, createContext(web, request), list);
    const read = await open(context);
    if (typeof read === "string") return router.send(reply, context, read);
    // The first page is read before the headers are sent, so that its errors lead to an error page.
    const lines = csvLines(await read(""), read, file);
    return reply.headers(csvHeaders(name)).send(Readable.from(request.method === "HEAD" ? [] : lines));
  });
}
