-- no transaction
create index concurrently if not exists "account_operator" on "account" ("id") where operator;
