alter table "installation" add column "event_sequence" int not null default 0;
