alter table "scope" add column "texts" jsonb not null default '{}';
