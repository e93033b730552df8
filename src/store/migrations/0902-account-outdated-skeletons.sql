-- no transaction
create index concurrently if not exists "account_outdated_skeletons" on "account" ("id") where skeletons_of is distinct from name;
