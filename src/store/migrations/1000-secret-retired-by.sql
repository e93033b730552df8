alter table "app_secret" add column "retired_by_id" uuid null;
