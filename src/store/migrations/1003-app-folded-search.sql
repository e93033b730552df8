-- no transaction
create index concurrently if not exists "app_folded_search" on "app" using gin (search_trigrams(fold_name("name"))) with (fastupdate = off);
