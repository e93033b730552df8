create table "team_member" (
  "id" uuid not null default uuidv7(),
  "account_id" uuid not null,
  "team_id" uuid not null,
  "role" text not null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  primary key ("id")
);
create index "team_member_team_id" on "team_member" ("team_id", "id");
alter table "team_member" add constraint "team_member_account_team_unique" unique ("account_id", "team_id");
alter table "team_member" add constraint "team_member_role_check" check ("role" in ('OWNER', 'MEMBER'));
alter table "team_member" add constraint "team_member_of_other" check (account_id <> team_id);
alter table "team_member" add constraint "team_member_account_id_foreign" foreign key ("account_id") references "account" ("id");
alter table "team_member" add constraint "team_member_team_id_foreign" foreign key ("team_id") references "account" ("id");
