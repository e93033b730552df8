-- no transaction
create index concurrently if not exists "app_folded_name" on "app" (fold_name("name") collate "C", "id");
