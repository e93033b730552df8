create table "app_day" (
  "client_id" text not null,
  "day" date not null,
  "installs" bigint not null default '0',
  "uninstalls" bigint not null default '0',
  "reuses" bigint not null default '0',
  "exchanges" bigint not null default '0',
  "refreshes" bigint not null default '0',
  "refresh_failures" bigint not null default '0',
  primary key ("client_id", "day")
);
create index "app_day_day" on "app_day" ("day");

create table "app_day_position" (
  "id" smallint not null,
  "cursor" bigint not null default '0',
  primary key ("id")
);
alter table "app_day_position" add constraint "app_day_position_single" check (id = 1);
insert into "app_day_position" ("id") values (1);
