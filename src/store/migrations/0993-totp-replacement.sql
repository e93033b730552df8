alter table "totp_factor" add column "next_key_id" text null, add column "next_sealed" bytea null;
