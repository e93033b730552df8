-- When an account's e-mail was verified. Operators and addresses that the platform entered or invited start verified. Accounts that signed
-- up, or that only a merchant's owner invited, start unverified and keep their roles.
alter table "account" add column "email_verified_at" timestamptz(6) null;
alter table "account" add constraint "account_verified_email" check (email_verified_at is null or email is not null);
update account a set email_verified_at = clock_timestamp() where email is not null and (operator
  or exists (select from audit_event e where e.account_id = a.id and e.action in ('account.create', 'platform.bootstrap'))
  or exists (select from invitation i where i.accepted_by_id = a.id and (i.invited_by_id is null
    or exists (select from account o where o.id = i.invited_by_id and o.operator))));
