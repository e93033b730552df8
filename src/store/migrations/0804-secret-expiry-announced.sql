alter table "app_secret" add column "expiry_announced_at" timestamptz(6) null;
