create table "mail_position" (
  "id" smallint not null,
  "cursor" bigint not null,
  primary key ("id")
);
alter table "mail_position" add constraint "mail_position_single" check (id = 1);
insert into "mail_position" ("id", "cursor") select 1, cursor from "event_head";
