-- no transaction
create index concurrently if not exists "app_name_skeletons" on "app" using gin ("name_skeletons") with (fastupdate = off);
