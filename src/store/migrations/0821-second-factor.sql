alter table "account" add column "second_factor_at" timestamptz(6) null;

create table "totp_factor" (
  "id" uuid not null default uuidv7(),
  "account_id" uuid not null,
  "key_id" text not null,
  "sealed" bytea not null,
  "confirmed_at" timestamptz(6) null,
  "last_step" bigint null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  primary key ("id")
);
alter table "totp_factor" add constraint "totp_factor_account_unique" unique ("account_id");

create table "passkey" (
  "id" uuid not null default uuidv7(),
  "account_id" uuid not null,
  "credential_id" bytea not null,
  "public_key" bytea not null,
  "counter" bigint not null,
  "transports" text[] not null,
  "name" text not null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "last_used_at" timestamptz(6) null,
  primary key ("id")
);
alter table "passkey" add constraint "passkey_credential_id_unique" unique ("credential_id");
create index "passkey_account" on "passkey" ("account_id");

create table "recovery_code" (
  "id" uuid not null default uuidv7(),
  "account_id" uuid not null,
  "digest" bytea not null,
  "used_at" timestamptz(6) null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  primary key ("id")
);
alter table "recovery_code" add constraint "recovery_code_digest_unique" unique ("digest");
create index "recovery_code_account" on "recovery_code" ("account_id");

create table "pending_sign_in" (
  "id" uuid not null default uuidv7(),
  "digest" bytea not null,
  "account_id" uuid not null,
  "password_digest" bytea not null,
  "failures" int not null default 0,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "expires_at" timestamptz(6) not null,
  "used_at" timestamptz(6) null,
  primary key ("id")
);
alter table "pending_sign_in" add constraint "pending_sign_in_digest_unique" unique ("digest");
create index "pending_sign_in_expires_at" on "pending_sign_in" ("expires_at");

create table "used_challenge" (
  "id" uuid not null default uuidv7(),
  "digest" bytea not null,
  "expires_at" timestamptz(6) not null,
  primary key ("id")
);
alter table "used_challenge" add constraint "used_challenge_digest_unique" unique ("digest");
create index "used_challenge_expires_at" on "used_challenge" ("expires_at");

alter table "totp_factor" add constraint "totp_factor_account_id_foreign" foreign key ("account_id") references "account" ("id");
alter table "passkey" add constraint "passkey_account_id_foreign" foreign key ("account_id") references "account" ("id");
alter table "recovery_code" add constraint "recovery_code_account_id_foreign" foreign key ("account_id") references "account" ("id");
alter table "pending_sign_in" add constraint "pending_sign_in_account_id_foreign" foreign key ("account_id") references "account" ("id");
