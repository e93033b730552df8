alter table "event" add column "disabled_endpoint_id" uuid null, add column "expiring_secret_id" uuid null;
