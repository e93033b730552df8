import type { Query, Statement } from "../connection/query.ts";
import { outageSince } from "./outages.ts";

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
/** Seconds by which an id may be older than the row that it names is visible: no transaction lasts that long. */
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
      select id from refresh_token where id = any(array(select id from due)) and salt is not null order by id for update skip locked
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

export interface SaltSweep {
  /** The longest retry window, in seconds: younger pairs may still be asked for. */
  window: number;
  /** Where to go on; null: where the last sweep of anybody says. Ids are time-ordered, so what lies before is clean. */
  fromId: string | null;
  /** The first that its statements had to leave so far, for there the next sweep begins. */
  leftId?: string | null;
  /** Rows at most, so that no lock is held long. */
  limit: number;
  /** Rows whose time has come that are looked at, at most: most of them are clean, and a large table is gone through in pieces. */
  looks: number;
}

export interface Swept {
  erased: number;
  /** Whether rows whose time has come were left for the next statement, which need not wait. */
  hasMore: boolean;
  nextId: string;
  /** One that somebody had locked, who may leave it as it is; null where there was none. */
  leftId: string | null;
}

/** Erases salts whose window has passed without a retry, the oldest first, and notes how far it came. */
export async function eraseSalts(query: Query, sweep: SaltSweep): Promise<Swept> {
  const { window, fromId, leftId = null, limit, looks } = sweep;
  const [swept] = await query<Swept>(ERASE, [window, fromId, leftId, limit, looks]);
  return swept!;
}
