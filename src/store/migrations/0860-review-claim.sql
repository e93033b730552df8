create table "review_claim" (
  "app_id" uuid not null,
  "account_id" uuid not null,
  "claimed_at" timestamptz(6) not null default clock_timestamp(),
  "expires_at" timestamptz(6) not null,
  primary key ("app_id")
);
