-- PostgreSQL 18 has uuidv7(). Before, these functions stand in: 48 bits of milliseconds, 12 bits of their fraction, 62 random bits.
-- They stay after pg_upgrade, where pg_catalog comes first in the search path.
do $install$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is null then
    create function uuidv7("shift" interval) returns uuid language sql volatile parallel safe as $body$
      select (
        overlay(
          lpad(to_hex((extract(epoch from clock_timestamp() + "shift") * 1000000)::bigint * 512 / 125), 15, '0')
          placing '7' from 13 for 0
        ) || substr(gen_random_uuid()::text, 20)
      )::uuid
    $body$;
    create function uuidv7() returns uuid language sql volatile parallel safe as $body$
      select (
        overlay(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000000)::bigint * 512 / 125), 15, '0') placing '7' from 13 for 0)
        || substr(gen_random_uuid()::text, 20)
      )::uuid
    $body$;
  end if;
end
$install$;

create table "access_token" (
  "id" uuid not null default uuidv7(),
  "family_id" uuid not null,
  "digest" bytea not null,
  "scopes" text[] not null,
  "issued_at" timestamptz(6) not null,
  "expires_at" timestamptz(6) not null,
  "revoked_at" timestamptz(6) null,
  primary key ("id")
);

create table "account" (
  "id" uuid not null default uuidv7(),
  "email" text null,
  "password_hash" text null,
  "name" text not null,
  "operator" boolean not null default false,
  "developer" boolean not null default false,
  "state" text not null default 'ACTIVE',
  "reason_code" text null,
  "reason_text" text null,
  "suspended_at" timestamptz(6) null,
  "codes_ended_at" timestamptz(6) null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "email_verified_at" timestamptz(6) null,
  primary key ("id")
);
alter table "account" add constraint "account_email_unique" unique ("email");
create index "account_email" on "account" (coalesce("email", '') collate "C", "id");
alter table "account" add constraint "account_verified_email" check (email_verified_at is null or email is not null);
alter table "account" add constraint "account_email_lowercase" check (email = lower(email));
alter table "account" add constraint "account_state_check" check ("state" in ('ACTIVE', 'SUSPENDED'));

create table "app" (
  "id" uuid not null default uuidv7(),
  "client_id" text not null,
  "developer_id" uuid not null,
  "state" text not null default 'DRAFT',
  "confidential" boolean not null,
  "pkce_required" boolean not null default false,
  "refresh_mode" text not null default 'ROTATE',
  "code_ttl" int null,
  "access_token_ttl" int null,
  "refresh_token_ttl" int null,
  "name" text not null,
  "purpose" text not null default '',
  "redirect_uris" text[] not null,
  "scopes" jsonb not null,
  "launch_url" text null,
  "platform_start" boolean not null default false,
  "website" text null,
  "support_contact" text null,
  "webhook_url" text null,
  "logo_digest" text null,
  "registered_scopes" text[] not null,
  "restricted_scopes_granted" text[] not null default '{}',
  "revision" int not null default 1,
  "reason_code" text null,
  "reason_text" text null,
  "submitted_at" timestamptz(6) null,
  "approved_at" timestamptz(6) null,
  "archived_at" timestamptz(6) null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "updated_at" timestamptz(6) not null default clock_timestamp(),
  "restricted_scopes_refused" text[] not null default '{}',
  primary key ("id")
);
alter table "app" add constraint "app_client_id_unique" unique ("client_id");
create index "app_state_updated" on "app" ("state", "updated_at", "id");
create index "app_developer_updated" on "app" ("developer_id", "updated_at", "id");
create index "app_name" on "app" (lower("name") collate "C", "id");
create index "app_developer_name" on "app" ("developer_id", lower("name") collate "C", "id");
alter table "app" add constraint "app_public_rotates" check (confidential or refresh_mode = 'ROTATE');
alter table "app" add constraint "app_registered_scopes_asked_for" check (to_jsonb(registered_scopes) <@ jsonb_path_query_array(scopes, '$[*].name'));
alter table "app" add constraint "app_state_check" check ("state" in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED', 'REJECTED', 'SUSPENDED', 'ARCHIVED'));
alter table "app" add constraint "app_refresh_mode_check" check ("refresh_mode" in ('ROTATE', 'KEEP', 'NONE'));

create table "app_history" (
  "id" uuid not null default uuidv7(),
  "app_id" uuid not null,
  "revision" int null,
  "action" text not null,
  "from_state" text null,
  "to_state" text not null,
  "actor_id" uuid null,
  "caller_name" text null,
  "reason_code" text null,
  "reason_text" text null,
  "at" timestamptz(6) not null default clock_timestamp(),
  primary key ("id")
);
create index "app_history_app_id" on "app_history" ("app_id", "id");
alter table "app_history" add constraint "app_history_from_state_check" check ("from_state" in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED', 'REJECTED', 'SUSPENDED', 'ARCHIVED'));
alter table "app_history" add constraint "app_history_to_state_check" check ("to_state" in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED', 'REJECTED', 'SUSPENDED', 'ARCHIVED'));

create table "app_revision" (
  "id" uuid not null default uuidv7(),
  "app_id" uuid not null,
  "number" int not null,
  "state" text not null default 'DRAFT',
  "name" text not null,
  "purpose" text not null default '',
  "redirect_uris" text[] not null,
  "scopes" jsonb not null,
  "launch_url" text null,
  "platform_start" boolean not null default false,
  "website" text null,
  "support_contact" text null,
  "webhook_url" text null,
  "logo_digest" text null,
  "reason_code" text null,
  "reason_text" text null,
  "created_by_id" uuid null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "updated_at" timestamptz(6) not null default clock_timestamp(),
  "submitted_at" timestamptz(6) null,
  "decided_at" timestamptz(6) null,
  primary key ("id")
);
create index "app_revision_state_updated" on "app_revision" ("state", "updated_at", "app_id");
alter table "app_revision" add constraint "app_revision_number_unique" unique ("app_id", "number");
create unique index "app_revision_one_open" on "app_revision" ("app_id") where state in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'CHANGES_REQUESTED', 'REJECTED');
alter table "app_revision" add constraint "app_revision_state_check" check ("state" in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED', 'REJECTED', 'SUSPENDED', 'ARCHIVED'));

create table "app_logo" (
  "app_id" uuid not null,
  "digest" text not null,
  "image" bytea not null,
  "media_type" text not null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  primary key ("app_id", "digest")
);

create table "app_secret" (
  "id" uuid not null default uuidv7(),
  "app_id" uuid not null,
  "digest" bytea not null,
  "hint" text not null,
  "created_by_id" uuid null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "retires_at" timestamptz(6) null,
  "last_used_at" timestamptz(6) null,
  primary key ("id")
);
create index "app_secret_app" on "app_secret" ("app_id");

create table "audit_event" (
  "id" uuid not null default uuidv7(),
  "at" timestamptz(6) not null default clock_timestamp(),
  "action" text not null,
  "actor_id" uuid null,
  "actor_client_id" text null,
  "caller_key_id" uuid null,
  "caller_name" text not null,
  "client_id" text null,
  "installation_id" uuid null,
  "merchant_id" text null,
  "account_id" uuid null,
  "address" text null,
  "request_id" text not null,
  "detail" jsonb not null default '{}',
  primary key ("id")
);
create index "audit_event_action" on "audit_event" ("action", "id");
create index "audit_event_client" on "audit_event" ("client_id", "id") where client_id is not null;
create index "audit_event_installation" on "audit_event" ("installation_id", "id") where installation_id is not null;
create index "audit_event_merchant" on "audit_event" ("merchant_id", "id") where merchant_id is not null;
create index "audit_event_account" on "audit_event" ("account_id", "id") where account_id is not null;
create index "audit_event_actor" on "audit_event" ("actor_id", "id") where actor_id is not null;

create table "authorization_code" (
  "id" uuid not null default uuidv7(),
  "digest" bytea not null,
  "app_id" uuid not null,
  "merchant_id" text not null,
  "account_id" uuid not null,
  "installation_id" uuid not null,
  "redirect_uri" text not null,
  "scopes" text[] not null,
  "code_challenge" text null,
  "replaces_grant" boolean not null,
  "issued_at" timestamptz(6) not null,
  "expires_at" timestamptz(6) not null,
  "used_at" timestamptz(6) null,
  primary key ("id")
);

create table "external_identity" (
  "id" uuid not null default uuidv7(),
  "account_id" uuid not null,
  "iss" text not null,
  "sub" text not null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  primary key ("id")
);
create index "external_identity_account" on "external_identity" ("account_id");
alter table "external_identity" add constraint "external_identity_iss_sub_unique" unique ("iss", "sub");

create table "external_sign_in" (
  "id" uuid not null default uuidv7(),
  "browser_digest" bytea not null,
  "next" text null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "expires_at" timestamptz(6) not null,
  "used_at" timestamptz(6) null,
  primary key ("id")
);
alter table "external_sign_in" add constraint "external_sign_in_browser_digest_unique" unique ("browser_digest");
create index "external_sign_in_expires_at" on "external_sign_in" ("expires_at");

create table "failure_window" (
  "key" text not null,
  "started_at" timestamptz(6) not null,
  "count" int not null,
  "expires_at" timestamptz(6) not null,
  primary key ("key", "started_at")
);
create index "failure_window_expires_at" on "failure_window" ("expires_at");

create table "feed_head" (
  "id" smallint not null,
  "epoch" uuid not null default gen_random_uuid(),
  "cursor" bigint not null default '0',
  primary key ("id")
);
alter table "feed_head" add constraint "feed_head_single" check (id = 1);

create table "merchant" (
  "id" text not null,
  "name" text not null,
  "state" text not null default 'ACTIVE',
  "suspended_by" text null,
  "reason_code" text null,
  "reason_text" text null,
  "suspended_at" timestamptz(6) null,
  "closed_at" timestamptz(6) null,
  "test" boolean not null default false,
  "developer_id" uuid null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  primary key ("id")
);
create index "merchant_developer" on "merchant" ("developer_id");
create index "merchant_name" on "merchant" (lower("name") collate "C", "id");
alter table "merchant" add constraint "merchant_id_format" check (id ~ '^[A-Za-z0-9._-]{1,64}$');
alter table "merchant" add constraint "merchant_test_has_developer" check (test = (developer_id is not null));
alter table "merchant" add constraint "merchant_state_check" check ("state" in ('ACTIVE', 'SUSPENDED', 'CLOSED'));
alter table "merchant" add constraint "merchant_suspended_by_check" check ("suspended_by" in ('APP', 'MERCHANT', 'OPERATOR'));

create table "membership" (
  "id" uuid not null default uuidv7(),
  "account_id" uuid not null,
  "merchant_id" text not null,
  "role" text not null,
  "by_claim" boolean not null default false,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "by_link" boolean not null default false,
  primary key ("id")
);
create index "membership_merchant_id" on "membership" ("merchant_id", "id");
alter table "membership" add constraint "membership_account_merchant_unique" unique ("account_id", "merchant_id");
alter table "membership" add constraint "membership_role_check" check ("role" in ('OWNER', 'MANAGER', 'MEMBER'));

create table "invitation" (
  "id" uuid not null default uuidv7(),
  "digest" bytea not null,
  "email" text not null,
  "operator" boolean not null default false,
  "developer" boolean not null default false,
  "merchant_id" text null,
  "role" text null,
  "invited_by_id" uuid null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "expires_at" timestamptz(6) not null,
  "accepted_at" timestamptz(6) null,
  "accepted_by_id" uuid null,
  "revoked_at" timestamptz(6) null,
  primary key ("id")
);
alter table "invitation" add constraint "invitation_digest_unique" unique ("digest");
create index "invitation_email_id" on "invitation" ("email" collate "C", "id");
create index "invitation_merchant_id" on "invitation" ("merchant_id", "id");
create index "invitation_expires_at" on "invitation" ("expires_at");
alter table "invitation" add constraint "invitation_email_lowercase" check (email = lower(email));
alter table "invitation" add constraint "invitation_merchant_with_role" check ((merchant_id is null) = (role is null));
alter table "invitation" add constraint "invitation_role_check" check ("role" in ('OWNER', 'MANAGER', 'MEMBER'));

create table "install_token" (
  "id" uuid not null default uuidv7(),
  "digest" bytea not null,
  "app_id" uuid not null,
  "account_id" uuid not null,
  "merchant_id" text null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "expires_at" timestamptz(6) not null,
  "used_at" timestamptz(6) null,
  primary key ("id")
);
create index "install_token_expires_at" on "install_token" ("expires_at");

create table "installation" (
  "id" uuid not null default uuidv7(),
  "app_id" uuid not null,
  "merchant_id" text not null,
  "version" int not null default 0,
  "state" text not null default 'PENDING',
  "suspended_by" text[] not null default '{}',
  "reason_code" text null,
  "reason_text" text null,
  "suspended_at" timestamptz(6) null,
  "granted_scopes" text[] not null default '{}',
  "connected_by_id" uuid null,
  "connected_at" timestamptz(6) null,
  "last_used_at" timestamptz(6) null,
  "ended_at" timestamptz(6) null,
  "ended_by" text null,
  "not_before" timestamptz(6) null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "changed_at" timestamptz(6) not null default clock_timestamp(),
  "last_refreshed_at" timestamptz(6) null,
  "tokens_expire_at" timestamptz(6) null,
  "last_failed_at" timestamptz(6) null,
  "last_failure" text null,
  primary key ("id")
);
create index "installation_app_id" on "installation" ("app_id", "id");
create index "installation_merchant_id" on "installation" ("merchant_id", "id");
create index "installation_app_state" on "installation" ("app_id", "state", "id");
create index "installation_app_changed" on "installation" ("app_id", "changed_at", "id");
create index "installation_merchant_changed" on "installation" ("merchant_id", "changed_at", "id");
create index "installation_changed" on "installation" ("changed_at", "id");
alter table "installation" add constraint "installation_app_merchant_unique" unique ("app_id", "merchant_id");
alter table "installation" add constraint "installation_suspended_by_sides" check (suspended_by <@ array['APP','MERCHANT','OPERATOR']);
alter table "installation" add constraint "installation_suspended_is_held" check (state not in ('ACTIVE', 'SUSPENDED') or (state = 'SUSPENDED') = (cardinality(suspended_by) > 0));
alter table "installation" add constraint "installation_state_check" check ("state" in ('PENDING', 'ACTIVE', 'SUSPENDED', 'UNINSTALLED'));
alter table "installation" add constraint "installation_last_failure_check" check ("last_failure" in
  ('CREDENTIALS', 'EXPIRED', 'REUSED', 'ENDED', 'SUSPENDED', 'SCOPE'));
alter table "installation" add constraint "installation_ended_by_check" check ("ended_by" in ('APP', 'MERCHANT', 'OPERATOR'));

create table "not_before_mark" (
  "kind" text not null,
  "subject_id" text not null,
  "moment" timestamptz(6) not null,
  primary key ("kind", "subject_id")
);
alter table "not_before_mark" add constraint "not_before_mark_kind_check" check ("kind" in ('APP', 'MERCHANT', 'EVERYTHING'));

create table "refresh_token" (
  "id" uuid not null default uuidv7(),
  "family_id" uuid not null,
  "digest" bytea not null,
  "issued_at" timestamptz(6) not null,
  "expires_at" timestamptz(6) not null,
  "used_at" timestamptz(6) null,
  "successor_id" uuid null,
  "successor_access_id" uuid null,
  "successor_scopes" text[] null,
  "salt" bytea null,
  "key_id" text null,
  "used_from" text null,
  "retried_from" text null,
  primary key ("id")
);

create table "revocation_event" (
  "cursor" bigint not null,
  "event_id" uuid not null default uuidv7(),
  "subject" text not null,
  "subject_id" text not null,
  "kind" text not null,
  "not_before" timestamptz(6) null,
  "installation_version" int null,
  "at" timestamptz(6) not null,
  primary key ("cursor")
);
alter table "revocation_event" add constraint "revocation_event_subject_check" check ("subject" in ('TOKEN', 'FAMILY', 'INSTALLATION', 'APP', 'MERCHANT', 'EVERYTHING'));
alter table "revocation_event" add constraint "revocation_event_kind_check" check ("kind" in ('REVOKED', 'SUSPENDED', 'RESUMED', 'SCOPES_REDUCED'));

create table "scope" (
  "name" text not null,
  "title" text not null,
  "description" text not null default '',
  "sensitivity" text not null default 'NORMAL',
  "retired_at" timestamptz(6) null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  primary key ("name")
);
alter table "scope" add constraint "scope_sensitivity_check" check ("sensitivity" in ('NORMAL', 'SENSITIVE', 'RESTRICTED'));

create table "service_key" (
  "id" uuid not null default uuidv7(),
  "digest" bytea not null,
  "hint" text not null,
  "name" text not null,
  "permissions" text[] not null,
  "created_by_id" uuid null,
  "creator_name" text null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "expires_at" timestamptz(6) null,
  "revoked_at" timestamptz(6) null,
  "last_used_at" timestamptz(6) null,
  primary key ("id")
);
create index "service_key_name" on "service_key" (lower("name") collate "C", "id") include ("name");

create table "session" (
  "id" uuid not null default uuidv7(),
  "digest" bytea not null,
  "account_id" uuid not null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "last_seen_at" timestamptz(6) not null default clock_timestamp(),
  "expires_at" timestamptz(6) not null,
  "ended_at" timestamptz(6) null,
  "address" text null,
  primary key ("id")
);
alter table "session" add constraint "session_digest_unique" unique ("digest");
create index "session_account" on "session" ("account_id");
create index "session_expires_at" on "session" ("expires_at");

create table "interaction" (
  "id" uuid not null default gen_random_uuid(),
  "app_id" uuid not null,
  "request" jsonb not null,
  "outcome" jsonb null,
  "account_id" uuid null,
  "session_id" uuid null,
  "install_token_id" uuid null,
  "created_at" timestamptz(6) not null default clock_timestamp(),
  "expires_at" timestamptz(6) not null,
  "used_at" timestamptz(6) null,
  "decision" text null,
  "address" text null,
  primary key ("id")
);
create index "interaction_account" on "interaction" ("account_id");
create index "interaction_expires_at" on "interaction" ("expires_at");
create index "interaction_session" on "interaction" ("session_id");
create index "interaction_install_token" on "interaction" ("install_token_id");
create index "interaction_open_address" on "interaction" ("address", "expires_at") where account_id is null and used_at is null;

create table "token_family" (
  "id" uuid not null,
  "app_id" uuid not null,
  "merchant_id" text not null,
  "installation_id" uuid not null,
  "account_id" uuid not null,
  "scopes" text[] not null,
  "authorized_at" timestamptz(6) not null,
  "current_id" uuid null,
  "current_accepted_at" timestamptz(6) null,
  "generation" int not null default 1,
  "expires_at" timestamptz(6) not null,
  "ended_at" timestamptz(6) null,
  "end_reason" text null,
  "late_parent_at" timestamptz(6) null,
  primary key ("id")
);
create index "token_family_late_parent" on "token_family" ("installation_id")
  where "late_parent_at" is not null and "ended_at" is null;

create table "salt_sweep" ("id" smallint not null, "from_id" uuid not null, primary key ("id"));
alter table "salt_sweep" add constraint "salt_sweep_single" check (id = 1);

create table "retention_lease" (
  "id" smallint not null,
  "holder" uuid not null,
  "free_at" timestamptz(6) not null,
  primary key ("id")
);
alter table "retention_lease" add constraint "retention_lease_single" check (id = 1);

create table "retention_place" (
  "table_name" text not null,
  "from_id" uuid null,
  "due_since" timestamptz(6) not null,
  primary key ("table_name")
);

create table "service_heartbeat" ("id" smallint not null, "beat_at" timestamptz(6) not null, primary key ("id"));
alter table "service_heartbeat" add constraint "service_heartbeat_single" check (id = 1);

create table "service_outage" (
  "id" uuid not null default uuidv7(),
  "began_at" timestamptz(6) not null,
  "ended_at" timestamptz(6) not null,
  primary key ("id")
);
create index "service_outage_ended" on "service_outage" ("ended_at");

alter table "app" add constraint "app_developer_id_foreign" foreign key ("developer_id") references "account" ("id");
alter table "app_history" add constraint "app_history_app_id_foreign" foreign key ("app_id") references "app" ("id");
alter table "app_logo" add constraint "app_logo_app_id_foreign" foreign key ("app_id") references "app" ("id");
alter table "app_history" add constraint "app_history_actor_id_foreign" foreign key ("actor_id") references "account" ("id") on delete set null;
alter table "app_revision" add constraint "app_revision_app_id_foreign" foreign key ("app_id") references "app" ("id");
alter table "app_revision" add constraint "app_revision_created_by_id_foreign" foreign key ("created_by_id") references "account" ("id") on delete set null;
alter table "app_secret" add constraint "app_secret_app_id_foreign" foreign key ("app_id") references "app" ("id");
alter table "app_secret" add constraint "app_secret_created_by_id_foreign" foreign key ("created_by_id") references "account" ("id") on delete set null;
alter table "external_identity" add constraint "external_identity_account_id_foreign" foreign key ("account_id") references "account" ("id");
alter table "merchant" add constraint "merchant_developer_id_foreign" foreign key ("developer_id") references "account" ("id") on delete set null;
alter table "membership" add constraint "membership_account_id_foreign" foreign key ("account_id") references "account" ("id");
alter table "membership" add constraint "membership_merchant_id_foreign" foreign key ("merchant_id") references "merchant" ("id");
alter table "invitation" add constraint "invitation_merchant_id_foreign" foreign key ("merchant_id") references "merchant" ("id") on delete set null;
alter table "invitation" add constraint "invitation_invited_by_id_foreign" foreign key ("invited_by_id") references "account" ("id") on delete set null;
alter table "invitation" add constraint "invitation_accepted_by_id_foreign" foreign key ("accepted_by_id") references "account" ("id") on delete set null;
alter table "install_token" add constraint "install_token_app_id_foreign" foreign key ("app_id") references "app" ("id");
alter table "install_token" add constraint "install_token_account_id_foreign" foreign key ("account_id") references "account" ("id");
alter table "install_token" add constraint "install_token_merchant_id_foreign" foreign key ("merchant_id") references "merchant" ("id") on delete set null;
alter table "installation" add constraint "installation_app_id_foreign" foreign key ("app_id") references "app" ("id");
alter table "installation" add constraint "installation_merchant_id_foreign" foreign key ("merchant_id") references "merchant" ("id");
alter table "installation" add constraint "installation_connected_by_id_foreign" foreign key ("connected_by_id") references "account" ("id") on delete set null;
alter table "service_key" add constraint "service_key_created_by_id_foreign" foreign key ("created_by_id") references "account" ("id") on delete set null;
alter table "session" add constraint "session_account_id_foreign" foreign key ("account_id") references "account" ("id");
alter table "interaction" add constraint "interaction_app_id_foreign" foreign key ("app_id") references "app" ("id");
alter table "interaction" add constraint "interaction_account_id_foreign" foreign key ("account_id") references "account" ("id") on delete set null;
alter table "interaction" add constraint "interaction_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete set null;
alter table "interaction" add constraint "interaction_install_token_id_foreign" foreign key ("install_token_id") references "install_token" ("id") on delete set null;

insert into "feed_head" ("id") values (1);
