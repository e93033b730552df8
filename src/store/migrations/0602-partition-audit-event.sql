-- audit_event: partitioned by id. The existing table becomes the partition for all ids before the bound of 0600.
alter table "audit_event" rename to "audit_event_initial";
alter index "audit_event_pkey" rename to "audit_event_initial_pkey";
alter index "audit_event_action" rename to "audit_event_initial_action";
alter index "audit_event_client" rename to "audit_event_initial_client";
alter index "audit_event_installation" rename to "audit_event_initial_installation";
alter index "audit_event_merchant" rename to "audit_event_initial_merchant";
alter index "audit_event_account" rename to "audit_event_initial_account";
alter index "audit_event_actor" rename to "audit_event_initial_actor";
create table "audit_event" (like "audit_event_initial" including defaults) partition by range ("id");
alter table "audit_event" add primary key ("id");
create index "audit_event_action" on "audit_event" ("action", "id");
create index "audit_event_client" on "audit_event" ("client_id", "id") where client_id is not null;
create index "audit_event_installation" on "audit_event" ("installation_id", "id") where installation_id is not null;
create index "audit_event_merchant" on "audit_event" ("merchant_id", "id") where merchant_id is not null;
create index "audit_event_account" on "audit_event" ("account_id", "id") where account_id is not null;
create index "audit_event_actor" on "audit_event" ("actor_id", "id") where actor_id is not null;
do $$
begin
  -- The validated check proves the bound, so that ATTACH reads no rows.
  execute (
    select format('alter table "audit_event" attach partition "audit_event_initial" for values from (minvalue) to (%L)',
      substring(pg_get_constraintdef(oid) from '[0-9a-f-]{36}'))
    from pg_constraint where conname = 'audit_event_initial' and conrelid = '"audit_event_initial"'::regclass);
end $$;
alter table "audit_event_initial" drop constraint "audit_event_initial";
