-- The lease of the retention run and its position in each table.
create table "retention_lease" ("id" smallint not null, "holder" uuid not null, "free_at" timestamptz(6) not null,
  primary key ("id"));
alter table "retention_lease" add constraint "retention_lease_single" check (id = 1);
create table "retention_place" ("table_name" text not null, "from_id" uuid null, "due_since" timestamptz(6) not null,
  primary key ("table_name"));
