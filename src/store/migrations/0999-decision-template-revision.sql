alter table "decision_template" add column "revision" int not null default 1;
