-- no transaction
create index concurrently if not exists "account_folded_search" on "account" using gin (search_trigrams(fold_name("name" || ' ' || coalesce("email", '')))) with (fastupdate = off);
