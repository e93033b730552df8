import pg from "pg";
import type { SentStatement } from "./statements.ts";

const ERRORS: [RegExp, string][] = [
  [/FOR UPDATE\/SHARE|cannot push down this subquery/, "error: row locks on several shards"],
  [/complex joins are only supported/, "error: join without the key"],
  [/ON CONFLICT specification/, "error: unique constraint without the key"],
  [/must not be VOLATILE/, "error: volatile function"],
  [/STABLE functions/, "error: stable function"],
  [/no value found for parameter/, "error: parameter inside WITH"],
];

/** Citus's plan for the statement: the place where it runs, or the reason why it cannot run. */
export async function planKind(client: pg.Client, sent: Pick<SentStatement, "text" | "values">): Promise<string> {
  try {
    const { rows } = await client.query({
      text: `explain (verbose, format json) ${sent.text}`,
      values: [...sent.values],
    });
    return kindOf(rows[0]["QUERY PLAN"][0].Plan);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const [, kind] = ERRORS.find(([pattern]) => pattern.test(error.message)) ?? [];
    if (kind === undefined) throw error;
    return kind;
  }
}

interface Plan {
  "Custom Plan Provider"?: string;
}

function kindOf(plan: Plan): string {
  const provider = plan["Custom Plan Provider"];
  if (provider === undefined) return "coordinator only";
  if (provider === "Citus INSERT ... SELECT") return "through the coordinator";
  const tasks = [...JSON.stringify(plan).matchAll(/"Task Count":(\d+)/g)].map(([, count]) => Number(count));
  if (tasks.length > 1)
    return `${tasks.length} steps${Math.max(...tasks) > 1 ? `, up to ${Math.max(...tasks)} shards` : ""}`;
  return tasks[0] === 1 ? "one shard" : `${tasks[0]} shards`;
}
