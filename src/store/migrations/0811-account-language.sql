alter table "account" add column "language" text null;
