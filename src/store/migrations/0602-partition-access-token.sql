-- access_token: partitioned by id. The existing table becomes the partition for all ids before the bound of 0600.
alter table "access_token" rename to "access_token_initial";
alter index "access_token_pkey" rename to "access_token_initial_pkey";
create table "access_token" (like "access_token_initial" including defaults) partition by range ("id");
alter table "access_token" add primary key ("id");
do $$
begin
  -- The validated check proves the bound, so that ATTACH reads no rows.
  execute (
    select format('alter table "access_token" attach partition "access_token_initial" for values from (minvalue) to (%L)',
      substring(pg_get_constraintdef(oid) from '[0-9a-f-]{36}'))
    from pg_constraint where conname = 'access_token_initial' and conrelid = '"access_token_initial"'::regclass);
end $$;
alter table "access_token_initial" drop constraint "access_token_initial";
