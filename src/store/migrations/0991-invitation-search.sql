-- no transaction
create index concurrently if not exists "invitation_search" on "invitation" using gin (search_trigrams("email")) with (fastupdate = off);
