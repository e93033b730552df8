-- Indexes for the lists of members, invitations and service keys, and for retention.
create index "membership_merchant_id" on "membership" ("merchant_id", "id");
drop index "membership_merchant";
create index "invitation_merchant_id" on "invitation" ("merchant_id", "id");
create index "invitation_email_id" on "invitation" ("email" collate "C", "id");
create index "invitation_expires_at" on "invitation" ("expires_at");
drop index "invitation_merchant";
drop index "invitation_email";
create index "service_key_name" on "service_key" (lower("name") collate "C", "id") include ("name");
create index "interaction_session" on "interaction" ("session_id");
create index "interaction_install_token" on "interaction" ("install_token_id");
