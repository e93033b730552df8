import { type Statement, timestamp, type Write } from "../connection/query.ts";

const MARK: Statement = {
  name: "mark-late-parents",
  text: `
    update token_family f set late_parent_at = ${timestamp("w.at")} from unnest($1::uuid[], $2::float8[]) as w(id, at)
    where f.id = w.id and f.late_parent_at is null`,
};

/** Marks locked families whose parent token was presented after its retry window. `at` is microseconds. */
export function markLateParents(marks: readonly { id: string; at: number }[]): Write {
  return { statement: MARK, values: [marks.map((mark) => mark.id), marks.map((mark) => mark.at)] };
}

const END: Statement = {
  name: "end-families",
  text: `
    update token_family f set ended_at = ${timestamp("w.at")}, end_reason = w.reason
    from unnest($1::uuid[], $2::float8[], $3::text[]) as w(id, at, reason)
    where f.id = w.id and f.ended_at is null`,
};

export interface FamilyEnding {
  id: string;
  /** Microseconds. */
  at: number;
  /** Stored for operators who read the table. */
  reason: "revoked" | "reuse" | "code_replay" | "reauthorized";
}

/** Revokes locked families, and with them all tokens issued from their codes. */
export function endFamilies(ends: readonly FamilyEnding[]): Write {
  return {
    statement: END,
    values: [ends.map((end) => end.id), ends.map((end) => end.at), ends.map((end) => end.reason)],
  };
}
