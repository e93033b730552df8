-- no transaction
create index concurrently if not exists "app_secret_retires" on "app_secret" ("retires_at") where retires_at is not null;
