import type { MarkKind } from "../../model/not-before-mark.ts";
import { micros, type Query, type Statement, timestamp } from "../connection/query.ts";

export interface Mark {
  kind: MarkKind;
  /** The UUID of an app or the id of a merchant; empty for EVERYTHING. */
  subjectId: string;
  /** Microseconds of the database's clock; null: now. */
  at: number | null;
}

export type Marked =
  | { kind: "marked"; notBefore: number }
  /** The requested time is after the database's clock. */
  | { kind: "future" };

const MARK: Statement = {
  name: "mark-not-before",
  text: `
    with given as (select coalesce(${timestamp("$3::float8")}, clock_timestamp()) as at)
    insert into not_before_mark as m (kind, subject_id, moment)
    select $1, $2, at from given where at <= clock_timestamp()
    on conflict (kind, subject_id) do update set moment = greatest(m.moment, excluded.moment)
    returning ${micros("moment")} as not_before`,
};

/** Revokes everything of the subject that was authorized at or before a time. Writes one row, whose time never decreases. */
export async function markNotBefore(query: Query, mark: Mark): Promise<Marked> {
  const [row] = await query<{ not_before: number }>(MARK, [mark.kind, mark.subjectId, mark.at]);
  return row === undefined ? { kind: "future" } : { kind: "marked", notBefore: row.not_before };
}
