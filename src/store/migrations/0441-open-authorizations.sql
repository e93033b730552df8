-- Adds the client address to authorization requests, and an index to count the requests of an address that have no account yet.
alter table "interaction" add column "address" text null;
create index "interaction_open_address" on "interaction" ("address", "expires_at") where account_id is null and used_at is null;
