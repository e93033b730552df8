-- Marks a family with a late parent. The index finds the few marked families of an installation.
alter table "token_family" add column "late_parent_at" timestamptz(6) null;
create index "token_family_late_parent" on "token_family" ("installation_id")
  where "late_parent_at" is not null and "ended_at" is null;
