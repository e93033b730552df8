-- no transaction
create index concurrently if not exists "account_suspended" on "account" ("id") where state = 'SUSPENDED';
