create table "decision_template" (
  "id" uuid not null default uuidv7(),
  "name" text not null,
  "reason_code" text not null,
  "text_en" text not null,
  "text_de" text not null,
  "updated_at" timestamptz(6) not null default clock_timestamp(),
  primary key ("id")
);
create unique index "decision_template_name" on "decision_template" (lower("name"));
