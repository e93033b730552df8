-- The existing rows of audit_event become its first partition. Its upper bound is the start of a partition of four weeks, at least two weeks ahead, so
-- that this migration and the next ones can be repeated for two weeks. Not validated here: no lock lasts while rows are read.
do $$
declare
  span constant int := 4 * 604800;
  -- Weeks start on Monday, as 1970-01-05 did.
  monday constant int := 345600;
  ends_at constant bigint := monday + span * ceil((extract(epoch from clock_timestamp()) - monday + 2 * 604800) / span)::bigint;
begin
  -- A table that has partitions stays as it is.
  if (select relkind from pg_class where oid = '"audit_event"'::regclass) = 'p' then return; end if;
  alter table "audit_event" drop constraint if exists "audit_event_initial";
  execute format('alter table "audit_event" add constraint "audit_event_initial" check (id < %L) not valid',
    (lpad(to_hex(ends_at * 1000), 12, '0') || repeat('0', 20))::uuid);
end $$;
