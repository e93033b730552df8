-- The existing rows become the first partition of each table. Its upper bound is the start of a week at least two weeks ahead, so that
-- this migration and the next ones can be repeated for two weeks. Not validated here: no lock lasts while rows are read.
do $$
declare
  week constant int := 604800;
  -- Weeks start on Monday, as 1970-01-05 did.
  monday constant int := 345600;
  four_weeks constant int := 4 * week;
  span int;
  ends_at bigint;
  owner text;
begin
  foreach owner in array array['access_token', 'refresh_token', 'audit_event'] loop
    span := case owner when 'audit_event' then four_weeks else week end;
    ends_at := monday + span * ceil((extract(epoch from clock_timestamp()) - monday + 2 * week) / span)::bigint;
    execute format('alter table %I drop constraint if exists %I', owner, owner || '_initial');
    execute format('alter table %I add constraint %I check (id < %L) not valid', owner, owner || '_initial',
      (lpad(to_hex(ends_at * 1000), 12, '0') || repeat('0', 20))::uuid);
  end loop;
end $$;
