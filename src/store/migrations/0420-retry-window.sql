-- Outages, which retry windows do not count, and the addresses of a refresh token's first use and first retry from another address.
create table "service_heartbeat" ("id" smallint not null, "beat_at" timestamptz(6) not null, primary key ("id"));
alter table "service_heartbeat" add constraint "service_heartbeat_single" check (id = 1);
create table "service_outage" ("id" uuid not null default uuidv7(), "began_at" timestamptz(6) not null,
  "ended_at" timestamptz(6) not null, primary key ("id"));
create index "service_outage_ended" on "service_outage" ("ended_at");
alter table "refresh_token" add column "used_from" text null, add column "retried_from" text null;
