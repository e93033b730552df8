import type { Query, Statement } from "../connection/query.ts";

/** The tables with names that reviews compare. */
export const NAMED_TABLES = ["app", "app_revision", "account"] as const;
export type NamedTable = (typeof NAMED_TABLES)[number];

export interface NamedId {
  id: string;
  name: string;
}

/**
 * Locks up to `limit` rows, after an id, whose skeletons are missing or belong to an earlier name. Skips rows that other processes have
 * locked.
 */
export function lockOutdatedSkeletons(
  query: Query,
  table: NamedTable,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<NamedId[]> {
  const statement: Statement = {
    name: `lock-outdated-skeletons-of-${table}`,
    text: `
      select id, name from ${table} where skeletons_of is distinct from name and id > $1
      order by id limit $2 for no key update skip locked`,
  };
  return query(statement, [afterId, limit]);
}

/** Stores the skeletons of names in locked rows. */
export async function storeSkeletons(
  query: Query,
  table: NamedTable,
  names: readonly (NamedId & { skeletons: readonly string[] })[],
): Promise<void> {
  const statement: Statement = {
    name: `store-skeletons-of-${table}`,
    text: `
      update ${table} t set name_skeletons = g.skeletons, skeletons_of = g.name
      from jsonb_to_recordset($1::jsonb) g (id uuid, name text, skeletons text[]) where t.id = g.id`,
  };
  await query(statement, [JSON.stringify(names)]);
}
