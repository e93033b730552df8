create table "app_installation_count" (
  "app_id" uuid not null,
  "installations" bigint not null default '0',
  primary key ("app_id")
);
create index "app_installation_count_installations" on "app_installation_count" ("installations", "app_id");

create table "app_installation_count_position" (
  "id" smallint not null,
  "cursor" bigint not null default '0',
  primary key ("id")
);
alter table "app_installation_count_position" add constraint "app_installation_count_position_single" check (id = 1);

-- The position before the counts: apps that change in between are counted again.
insert into "app_installation_count_position" ("id", "cursor") select 1, "cursor" from "event_head";
insert into "app_installation_count" ("app_id", "installations")
  select a."id", (select count(*) from "installation" i where i."app_id" = a."id" and i."state" in ('ACTIVE', 'SUSPENDED') and a."state" <> 'ARCHIVED')
  from "app" a;
