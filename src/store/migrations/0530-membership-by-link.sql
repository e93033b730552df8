-- Whether a membership was accepted by an invitation's link. Existing rows are filled from the remaining invitations and the audit log,
-- because invitations are removed 90 days after they end.
alter table "membership" add column "by_link" boolean not null default false;
update "membership" m set "by_link" = true
where exists (select from "invitation" i where i."accepted_by_id" = m."account_id" and i."merchant_id" = m."merchant_id")
  or exists (select from "audit_event" e
    where e."action" = 'invitation.accept' and e."account_id" = m."account_id" and e."merchant_id" = m."merchant_id");
