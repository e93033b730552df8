alter table "app_revision" add column "privacy_policy" text null;
