create table "platform_count" (
  "unit" text not null,
  "start" timestamptz(6) not null,
  "measure" text not null,
  "count" bigint not null,
  primary key ("unit", "start", "measure")
);
