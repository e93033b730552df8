-- no transaction
create index concurrently if not exists "app_search" on "app" using gin (search_trigrams("name")) with (fastupdate = off);
