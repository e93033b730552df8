-- no transaction
create index concurrently if not exists "app_outdated_skeletons" on "app" ("id") where skeletons_of is distinct from name;
