-- no transaction
create index concurrently if not exists "session_started" on "session" ("account_id", "created_at");
