-- no transaction
create index concurrently if not exists "account_developer" on "account" ("id") where developer;
