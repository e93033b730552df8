-- no transaction
create index concurrently if not exists "app_scopes" on "app" using gin ("registered_scopes") with (fastupdate = off);
