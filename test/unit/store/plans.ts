import type pg from "pg";
import type { Query, Statement } from "../../../src/store/connection/query.ts";

/** A statement with its values. */
export interface Asked {
  statement: Statement;
  values: readonly unknown[];
}

/** A step of a plan that was carried out. */
export interface Step {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Step[];
}

/** What a function of the store would ask the database. */
export async function asked(ask: (query: Query) => Promise<unknown>): Promise<Asked> {
  const { promise, resolve } = Promise.withResolvers<Asked>();
  await ask(async (statement, values) => {
    resolve({ statement, values });
    return [];
  });
  return promise;
}

/** Runs a statement and undoes what it did: the steps that it took, and how many blocks of all tables it touched. */
export async function run(client: pg.Client, { statement, values }: Asked): Promise<{ steps: Step[]; blocks: number }> {
  await client.query("begin");
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${statement.text}`, [...values]);
  await client.query("rollback");
  const plan: Step = rows[0]["QUERY PLAN"][0].Plan;
  return { steps: stepsOf(plan), blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] };
}

function stepsOf(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)];
}

/** How many rows a step looked at. */
export function takenBy(step: Step): number {
  return Math.ceil((step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)) * step["Actual Loops"]);
}
