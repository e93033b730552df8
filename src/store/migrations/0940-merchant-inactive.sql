-- no transaction
create index concurrently if not exists "merchant_inactive" on "merchant" ("state", "id") where state <> 'ACTIVE';
