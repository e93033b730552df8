alter table "app" add column "name_skeletons" text[] null, add column "skeletons_of" text null;
