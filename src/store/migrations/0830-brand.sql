create table "brand" (
  "id" smallint not null,
  "name" text null,
  "accent" text null,
  "logo" bytea null,
  "logo_media_type" text null,
  "logo_digest" text null,
  "updated_at" timestamptz not null default clock_timestamp(),
  primary key ("id")
);
alter table "brand" add constraint "brand_single" check (id = 1);
