-- no transaction
create index concurrently if not exists "merchant_search" on "merchant" using gin (search_trigrams("name")) with (fastupdate = off);
