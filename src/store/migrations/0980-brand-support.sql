alter table "brand" add column "support" text null;
