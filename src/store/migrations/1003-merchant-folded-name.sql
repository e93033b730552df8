-- no transaction
create index concurrently if not exists "merchant_folded_name" on "merchant" (fold_name("name") collate "C", "id");
