alter table "scope" add column "revision" int not null default 1;
