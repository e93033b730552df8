alter table "installation" add column "scopes_removed_at" timestamptz(6) null;
