-- no transaction
create index concurrently if not exists "account_search" on "account" using gin (search_trigrams("name" || ' ' || coalesce("email", ''))) with (fastupdate = off);
