create table "job" (
  "id" uuid not null default uuidv7(),
  "kind" text not null,
  "key" text null,
  "payload" jsonb not null,
  "state" text not null default 'PENDING',
  "attempts" int not null default 0,
  "run_at" timestamptz(6) not null default clock_timestamp(),
  "holder" uuid null,
  "last_error" text null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "expires_at" timestamptz(6) null,
  primary key ("id")
);
create index "job_due" on "job" ("run_at") where state = 'PENDING';
create unique index "job_key" on "job" ("kind", "key") where key is not null and state = 'PENDING';
create index "job_expires_at" on "job" ("expires_at") where expires_at is not null;
