alter table "app_history" add column "refused_scopes" text[] null;
