-- The existing rows of refresh_token become its first partition. Its upper bound is the start of a partition of one week, at least two weeks ahead, so
-- that this migration and the next ones can be repeated for two weeks. Not validated here: no lock lasts while rows are read.
do $$
declare
  span constant int := 1 * 604800;
  -- Weeks start on Monday, as 1970-01-05 did.
  monday constant int := 345600;
  ends_at constant bigint := monday + span * ceil((extract(epoch from clock_timestamp()) - monday + 2 * 604800) / span)::bigint;
begin
  -- A table that has partitions stays as it is.
  if (select relkind from pg_class where oid = '"refresh_token"'::regclass) = 'p' then return; end if;
  alter table "refresh_token" drop constraint if exists "refresh_token_initial";
  execute format('alter table "refresh_token" add constraint "refresh_token_initial" check (id < %L) not valid',
    (lpad(to_hex(ends_at * 1000), 12, '0') || repeat('0', 20))::uuid);
end $$;
