import type { MarkKind } from "../../model/not-before-mark.ts";
import { type Query, type Statement, timestamp } from "../connection/query.ts";
import { endsAt } from "./ends-at.ts";

/** The tokens of a subject that were authorized at or before a time. */
export interface RevokedTokens {
  kind: MarkKind;
  /** The UUID of an app or the id of a merchant; empty for EVERYTHING. */
  subjectId: string;
  /** Microseconds. */
  notBefore: number;
}

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** SQL: the installations of a subject, whose id is `$1`. */
const OF_SUBJECT: Readonly<Record<MarkKind, string>> = {
  APP: "i.app_id = $1::uuid",
  MERCHANT: "i.merchant_id = $1",
  EVERYTHING: "$1 = ''",
};

// Rows are locked in the order of their ids. The families that were authorized later keep their tokens.
const endOf = (kind: MarkKind): Statement => ({
  name: `end-recorded-tokens-of-${kind.toLowerCase()}`,
  text: `
    with batch as materialized (
      select i.id from installation i where ${OF_SUBJECT[kind]} and i.id > $2::uuid order by i.id limit $4
    ), live as materialized (
      select id from installation where id in (select id from batch) and state in ('ACTIVE', 'SUSPENDED')
        and coalesce(tokens_expire_at > clock_timestamp(), true)
      order by id for no key update
    ), later as materialized (
      select live.id, (select max(f.expires_at) from token_family f where f.installation_id = live.id and f.ended_at is null
          and f.expires_at > clock_timestamp() and f.authorized_at > ${timestamp("$3::float8")}) as expires_at
      from live
    ), written as (
      update installation i set ${endsAt("later.expires_at")} from later where i.id = later.id
    )
    select id from batch order by id desc limit 1`,
});

const END: Readonly<Record<MarkKind, Statement>> = {
  APP: endOf("APP"),
  MERCHANT: endOf("MERCHANT"),
  EVERYTHING: endOf("EVERYTHING"),
};

/**
 * Records the end of the tokens in the next `limit` installations of the subject, whose recorded expiry is still in the future.
 * @param afterId the id that the previous call returned; null at the start
 * @returns the last id; null after the last installation
 */
export async function endRecordedTokens(
  query: Query,
  { kind, subjectId, notBefore }: RevokedTokens,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<string | null> {
  const [last] = await query<{ id: string }>(END[kind], [subjectId, afterId ?? FIRST_ID, notBefore, limit]);
  return last?.id ?? null;
}
