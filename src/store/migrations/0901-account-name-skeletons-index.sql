-- no transaction
create index concurrently if not exists "account_name_skeletons" on "account" using gin ("name_skeletons") with (fastupdate = off);
