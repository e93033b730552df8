alter table "token_family" add column "ungranted_scopes" text[] null;
