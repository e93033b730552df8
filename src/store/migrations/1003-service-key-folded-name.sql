-- no transaction
create index concurrently if not exists "service_key_folded_name" on "service_key" (fold_name("name") collate "C", "id") include ("name");
