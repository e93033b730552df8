-- The health of an installation, for the app's developer. Columns without a default, so that no row is rewritten.
alter table "installation" add column "last_refreshed_at" timestamptz(6) null, add column "tokens_expire_at" timestamptz(6) null,
  add column "last_failed_at" timestamptz(6) null, add column "last_failure" text null;
alter table "installation" add constraint "installation_last_failure_check" check ("last_failure" in
  ('CREDENTIALS', 'EXPIRED', 'REUSED', 'ENDED', 'SUSPENDED', 'SCOPE'));
