-- refresh_token: partitioned by id. The existing table becomes the partition for all ids before the bound of 0600.
alter table "refresh_token" rename to "refresh_token_initial";
alter index "refresh_token_pkey" rename to "refresh_token_initial_pkey";
create table "refresh_token" (like "refresh_token_initial" including defaults) partition by range ("id");
alter table "refresh_token" add primary key ("id");
do $$
begin
  -- The validated check proves the bound, so that ATTACH reads no rows.
  execute (
    select format('alter table "refresh_token" attach partition "refresh_token_initial" for values from (minvalue) to (%L)',
      substring(pg_get_constraintdef(oid) from '[0-9a-f-]{36}'))
    from pg_constraint where conname = 'refresh_token_initial' and conrelid = '"refresh_token_initial"'::regclass);
end $$;
alter table "refresh_token_initial" drop constraint "refresh_token_initial";
