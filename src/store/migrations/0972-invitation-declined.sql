alter table "invitation" add column "declined_at" timestamptz(6) null;
