alter table "app" add column "privacy_policy" text null;
