-- no transaction
create index concurrently if not exists "merchant_id_prefix" on "merchant" ("id" collate "C");
