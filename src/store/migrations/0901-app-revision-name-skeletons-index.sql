-- no transaction
create index concurrently if not exists "app_revision_name_skeletons" on "app_revision" using gin ("name_skeletons") with (fastupdate = off);
