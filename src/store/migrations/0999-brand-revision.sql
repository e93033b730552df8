alter table "brand" add column "revision" int not null default 1;
