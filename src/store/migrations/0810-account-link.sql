create table "account_link" (
  "id" uuid not null default uuidv7(),
  "digest" bytea not null,
  "account_id" uuid not null,
  "purpose" text not null,
  "email" text not null,
  "mailed" boolean not null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "expires_at" timestamptz(6) not null,
  "used_at" timestamptz(6) null,
  primary key ("id")
);
alter table "account_link" add constraint "account_link_digest_unique" unique ("digest");
alter table "account_link" add constraint "account_link_purpose_check" check (purpose in ('reset_password', 'verify_email', 'change_email'));
create index "account_link_account" on "account_link" ("account_id");
create index "account_link_expires_at" on "account_link" ("expires_at");
alter table "account_link" add constraint "account_link_account_id_foreign" foreign key ("account_id") references "account" ("id");
