-- no transaction
create index concurrently if not exists "app_revision_outdated_skeletons" on "app_revision" ("id") where skeletons_of is distinct from name;
