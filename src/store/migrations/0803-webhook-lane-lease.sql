-- no transaction
create index concurrently if not exists "webhook_lane_leased" on "webhook_lane" ("leased_until") where leased_until is not null;
