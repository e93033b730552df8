import type { Query, Statement } from "../connection/query.ts";
import { FIRST_ID, LAST_ID } from "../connection/uuid-range.ts";
import { outageSince } from "./outages.ts";

/** The maximum number of seconds between the creation of an id and the commit of its row. */
const SWEEP_MARGIN = 300;

const ERASE: Statement = {
  name: "erase-salts",
  text: `
    with first as (
      select coalesce($2::uuid, (select from_id from salt_sweep where id = 1), '${FIRST_ID}') as id
    ), young as (
      select uuidv7(-($1 + ${SWEEP_MARGIN} + ${outageSince("timestamptz '2000-01-01'")} / 1000000) * interval '1 second') as id
    ), beyond as (
      select id from refresh_token where id >= (select id from first) and id < (select id from young) order by id offset $5 limit 1
    ), due as materialized (
      select id from refresh_token
      where salt is not null and issued_at < clock_timestamp() - ($1 + ${outageSince("issued_at")} / 1000000) * interval '1 second'
        and id >= (select id from first)
        and id < coalesce((select id from beyond), '${LAST_ID}')
      order by id limit $4
    ), had as (
      select r.id from due cross join lateral (
        select id from refresh_token where id = due.id and salt is not null for update skip locked
      ) r
    ), erased as (
      update refresh_token r set salt = null, key_id = null from had where r.id = had.id returning r.id
    ), last as (
      select id, count(*) over ()::int as n from due order by id desc limit 1
    ), swept as (
      select (select count(*)::int from erased) as erased,
        exists (select from last where n = $4) or exists (select from beyond) as more,
        coalesce((select id from last where n = $4), (select id from beyond), (select id from young)) as next_id,
        coalesce($3::uuid, (select id from due where id <> all(array(select id from had)) order by id limit 1)) as left_id
    ), noted as (
      insert into salt_sweep (id, from_id) select 1, coalesce(left_id, next_id) from swept
      on conflict (id) do update set from_id = excluded.from_id
    )
    select erased, more as "hasMore", next_id as "nextId", left_id as "leftId" from swept`,
};

export interface SaltCleanup {
  /** The longest retry window, in seconds. Pairs that are younger keep their salts. */
  window: number;
  /** The id to start from; null for the recorded position. Ids are time-ordered, and rows before the position have no salts. */
  fromId: string | null;
  /** The id of the first skipped row so far, from which the next cleanup starts. */
  leftId?: string | null;
  /** The maximum number of erased rows, which limits the duration of their locks. */
  limit: number;
  /** The maximum number of scanned rows. */
  scanLimit: number;
}

export interface ErasedSalts {
  erased: number;
  /** True if more rows are due. */
  hasMore: boolean;
  nextId: string;
  /** The id of the first row that was skipped because of a lock; null if none was skipped. */
  leftId: string | null;
}

/** Erases salts whose retry window is over, the oldest first, and records the position. */
export async function eraseSalts(query: Query, cleanup: SaltCleanup): Promise<ErasedSalts> {
  const { window, fromId, leftId = null, limit, scanLimit } = cleanup;
  const [swept] = await query<ErasedSalts>(ERASE, [window, fromId, leftId, limit, scanLimit]);
  return swept!;
}
