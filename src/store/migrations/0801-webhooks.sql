create table "webhook_endpoint" (
  "id" uuid not null default uuidv7(),
  "app_id" uuid null,
  "url" text not null,
  "description" text not null default '',
  "event_types" text[] not null,
  "state" text not null default 'ACTIVE',
  "disabled_reason" text null,
  "disabled_at" timestamptz(6) null,
  "failing_since" timestamptz(6) null,
  "from_cursor" bigint not null,
  "created_by_id" uuid null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "updated_at" timestamptz(6) not null default clock_timestamp(),
  primary key ("id")
);
create index "webhook_endpoint_app" on "webhook_endpoint" ("app_id");

create table "webhook_secret" (
  "id" uuid not null default uuidv7(),
  "endpoint_id" uuid not null,
  "key_id" text not null,
  "sealed" bytea not null,
  "hint" text not null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  primary key ("id")
);
create index "webhook_secret_endpoint" on "webhook_secret" ("endpoint_id");

create table "webhook_lane" (
  "endpoint_id" uuid not null,
  "next_position" bigint not null default '1',
  "due_at" timestamptz(6) null,
  "holder" uuid null,
  "leased_until" timestamptz(6) null,
  primary key ("endpoint_id")
);
create index "webhook_lane_due" on "webhook_lane" ("due_at") where due_at is not null;
create index "webhook_lane_holder" on "webhook_lane" ("holder") where holder is not null;

create table "webhook_delivery" (
  "id" uuid not null default uuidv7(),
  "endpoint_id" uuid not null,
  "event_id" uuid not null,
  "type" text not null,
  "at" timestamptz(6) not null,
  "client_id" text null,
  "merchant_id" text null,
  "installation_id" uuid null,
  "order_key" text not null,
  "payload" text not null,
  "state" text not null,
  "position" bigint not null,
  "attempts" int not null default 0,
  "queued_at" timestamptz(6) not null default clock_timestamp(),
  "next_attempt_at" timestamptz(6) null,
  "completed_at" timestamptz(6) null,
  "last_result" text null,
  "last_status" smallint null,
  "last_duration_ms" int null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "expires_at" timestamptz(6) not null,
  primary key ("id")
);
create unique index "webhook_delivery_event" on "webhook_delivery" ("endpoint_id", "event_id");
create index "webhook_delivery_list" on "webhook_delivery" ("endpoint_id", "id");
create index "webhook_delivery_due" on "webhook_delivery" ("endpoint_id", "next_attempt_at", "position")
  where state = 'PENDING';
create index "webhook_delivery_order" on "webhook_delivery" ("endpoint_id", "order_key", "position")
  where state in ('PENDING', 'WAITING');
create index "webhook_delivery_expires_at" on "webhook_delivery" ("expires_at");

create table "webhook_attempt" (
  "id" uuid not null default uuidv7(),
  "delivery_id" uuid not null,
  "at" timestamptz(6) not null,
  "duration_ms" int not null,
  "url" text not null,
  "result" text not null,
  "status" smallint null,
  "response_body" text null,
  "expires_at" timestamptz(6) not null,
  primary key ("id")
);
create index "webhook_attempt_delivery" on "webhook_attempt" ("delivery_id");
create index "webhook_attempt_expires_at" on "webhook_attempt" ("expires_at");

create table "webhook_head" (
  "id" smallint not null,
  "cursor" bigint not null default '0',
  primary key ("id")
);
alter table "webhook_head" add constraint "webhook_head_single" check (id = 1);
insert into "webhook_head" ("id", "cursor") select 1, "cursor" from "event_head";
