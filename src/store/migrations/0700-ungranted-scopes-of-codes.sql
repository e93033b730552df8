alter table "authorization_code" add column "ungranted_scopes" text[] null;
