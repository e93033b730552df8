alter table "app_history" add column "profile" jsonb null;
