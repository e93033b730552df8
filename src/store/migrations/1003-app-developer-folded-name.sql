-- no transaction
create index concurrently if not exists "app_developer_folded_name" on "app" ("developer_id", fold_name("name") collate "C", "id");
