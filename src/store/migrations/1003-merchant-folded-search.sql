-- no transaction
create index concurrently if not exists "merchant_folded_search" on "merchant" using gin (search_trigrams(fold_name("name"))) with (fastupdate = off);
