-- no transaction
create index concurrently if not exists "token_family_installation" on "token_family" ("installation_id");
