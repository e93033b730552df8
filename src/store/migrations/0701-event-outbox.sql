create table "event" (
  "cursor" bigint not null,
  "id" uuid not null default uuidv7(),
  "type" text not null,
  "at" timestamptz(6) not null default clock_timestamp(),
  "client_id" text not null,
  "merchant_id" text null,
  "installation_id" uuid null,
  "sequence" int null,
  "installation_version" int null,
  "scopes" text[] null,
  primary key ("cursor")
);
create index "event_client" on "event" ("client_id", "cursor");
create index "event_merchant" on "event" ("merchant_id", "cursor") where merchant_id is not null;

create table "event_head" (
  "id" smallint not null,
  "cursor" bigint not null default '0',
  primary key ("id")
);
alter table "event_head" add constraint "event_head_single" check (id = 1);
insert into "event_head" ("id") values (1);
