alter table "installation" add column "tokens_revoked_at" timestamptz(6) null;
