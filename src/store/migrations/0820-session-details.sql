alter table "session" add column "user_agent" text null, add column "authenticated_by" text[] null, add column "verified_at" timestamptz(6) null;
