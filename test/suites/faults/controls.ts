import { ServerResponse } from "node:http";
import pg from "pg";
import { CONTROL_VARIABLE, CONTROLS, type Control } from "./control-names.ts";

/* Preloaded by `node --import` in tests only: removes one guard of the service, so that the suite must detect losses. */

type Method = (...parameters: unknown[]) => unknown;

const INSTALL: Record<Control, () => void> = {
  "row locks": () => rewriteStatements((text) => text.replaceAll(" for update", "")),
  "row locks and compare-and-set": () =>
    rewriteStatements((text) =>
      text
        .replaceAll(" for update", "")
        .replaceAll(" and f.current_id = w.presented_id and f.ended_at is null", "")
        .replace(/select 1 \/ \(.*\)::int as held/, "select 1 as held"),
    ),
  "errors of revocations": () => {
    const { writeHead } = ServerResponse.prototype as unknown as { writeHead: Method };
    Object.assign(ServerResponse.prototype, {
      writeHead(this: ServerResponse, status: number, ...rest: unknown[]) {
        const isSwallowed = status === 503 && this.req?.url === "/oauth/revoke";
        return writeHead.call(this, isSwallowed ? 200 : status, ...rest);
      },
    });
  },
};

/** Changes the text of every named statement. */
function rewriteStatements(rewrite: (text: string) => string): void {
  const { query } = pg.Client.prototype as unknown as { query: Method };
  Object.assign(pg.Client.prototype, {
    query(this: unknown, statement: unknown, ...rest: unknown[]) {
      const isNamed = typeof statement === "object" && statement !== null && "name" in statement && "text" in statement;
      const changed = isNamed ? { ...statement, text: rewrite(String(statement.text)) } : statement;
      return query.call(this, changed, ...rest);
    },
  });
}

const control = process.env[CONTROL_VARIABLE] as Control;
if (!CONTROLS.includes(control)) throw new Error(`${CONTROL_VARIABLE} must be one of ${CONTROLS.join(", ")}`);
process.stderr.write(`CONTROL: this process runs without ${control}\n`);
INSTALL[control]();
