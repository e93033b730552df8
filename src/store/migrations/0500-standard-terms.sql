-- Column names and enum values follow the public names of the protocol buffers.
alter table "service_key" rename column "rights" to "permissions";
alter table "installation" drop constraint "installation_state_check";
update "installation" set "state" = 'UNINSTALLED' where "state" = 'ENDED';
alter table "installation" add constraint "installation_state_check"
  check ("state" in ('PENDING', 'ACTIVE', 'SUSPENDED', 'UNINSTALLED'));
alter table "revocation_event" drop constraint "revocation_event_kind_check";
update "revocation_event" set "kind" = case "kind" when 'ENDED' then 'REVOKED' else 'SCOPES_REDUCED' end
  where "kind" in ('ENDED', 'NARROWED');
alter table "revocation_event" add constraint "revocation_event_kind_check"
  check ("kind" in ('REVOKED', 'SUSPENDED', 'RESUMED', 'SCOPES_REDUCED'));
