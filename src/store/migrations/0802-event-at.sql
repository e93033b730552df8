-- no transaction
create index concurrently if not exists "event_at" on "event" using brin ("at");
