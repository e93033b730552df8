-- no transaction
create index concurrently if not exists "app_day_failures" on "app_day" ("day", "refresh_failures", "client_id")
  where refresh_failures > 0;
