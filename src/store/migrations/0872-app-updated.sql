-- no transaction
create index concurrently if not exists "app_updated" on "app" ("updated_at", "id");
