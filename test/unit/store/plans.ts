import type pg from "pg";
import type { Query, Statement } from "../../../src/store/connection/query.ts";

/** A statement with its values. */
export interface BoundStatement {
  statement: Statement;
  values: readonly unknown[];
}

/** A node of an executed plan. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[];
}

/** The first statement that a store function executes. */
export async function capture(work: (query: Query) => Promise<unknown>): Promise<BoundStatement> {
  const { promise, resolve } = Promise.withResolvers<BoundStatement>();
  await work(async (statement, values) => {
    resolve({ statement, values });
    return [];
  });
  return promise;
}

/** Executes a statement, rolls it back and returns its plan nodes and the number of blocks read. */
export async function explain(
  client: pg.Client,
  { statement, values }: BoundStatement,
): Promise<{ nodes: PlanNode[]; blocks: number }> {
  await client.query("begin");
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${statement.text}`, [...values]);
  await client.query("rollback");
  const plan: PlanNode = rows[0]["QUERY PLAN"][0].Plan;
  return { nodes: nodesOf(plan), blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] };
}

/** A partition counts as its table. */
function nodesOf(node: PlanNode): PlanNode[] {
  const table = node["Relation Name"]?.replace(/_(initial|\d{8})$/, "");
  const own = table === undefined ? node : { ...node, "Relation Name": table };
  return [own, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The rows that a node read, filtered ones included. */
export function rowsRead(node: PlanNode): number {
  return Math.ceil((node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]);
}
