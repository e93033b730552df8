-- no transaction
create index concurrently if not exists "merchant_created" on "merchant" ("created_at", "id");
