alter table "installation" add column "pending_since" timestamptz(6) null;
