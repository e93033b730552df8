alter table "invitation" add column "revoked_by_id" uuid null;
