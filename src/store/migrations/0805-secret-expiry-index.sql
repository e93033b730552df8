-- no transaction
create index concurrently if not exists "app_secret_expiring" on "app_secret" ("retires_at")
  where retires_at is not null and expiry_announced_at is null;
