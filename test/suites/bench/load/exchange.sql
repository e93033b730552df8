\set slot :slot + :clients
\if :ready
\else
\set slot :client_id
\set ready 1
\endif
with c as materialized (
  select * from authorization_code where id = (select code_id from bench_code where slot = :slot) for update
), i as materialized (
  select * from installation where id = any(array(select installation_id from c)) for update
), good as (
  select c.*, uuidv7() as refresh_id, uuidv7() as access_id, clock_timestamp() as at, a.client_id
  from c join i on i.id = c.installation_id
  join app a on a.client_id = :client::text and a.id = c.app_id
  join app_secret s on s.app_id = a.id and s.id = :secret_id::uuid and s.digest = sha256(sha256(uuid_send(s.id)))
  join account h on h.id = c.account_id
  join merchant m on m.id = c.merchant_id
  left join not_before_mark ma on ma.kind = 'APP' and ma.subject_id = c.app_id::text
  left join not_before_mark mm on mm.kind = 'MERCHANT' and mm.subject_id = c.merchant_id
  left join not_before_mark me on me.kind = 'EVERYTHING' and me.subject_id = ''
  where c.digest = sha256(sha256(uuid_send(c.id))) and c.used_at is null and c.expires_at > clock_timestamp()
    and c.redirect_uri = :uri::text and c.code_challenge is null and a.state = 'APPROVED' and i.state = 'ACTIVE' and m.state = 'ACTIVE'
    and h.state = 'ACTIVE' and (h.codes_ended_at is null or h.codes_ended_at < c.issued_at)
    and c.scopes && i.granted_scopes and c.scopes && a.registered_scopes
    and coalesce(greatest(i.not_before, ma.moment, mm.moment, me.moment) < c.issued_at, true)
), spent as (
  update authorization_code c set used_at = good.at from good where c.id = good.id and c.used_at is null returning c.id
), family as (
  insert into token_family (id, app_id, merchant_id, installation_id, account_id, scopes, authorized_at, current_id, expires_at)
  select id, app_id, merchant_id, installation_id, account_id, scopes, issued_at, refresh_id, at + interval '90 days' from good
), refresh as (
  insert into refresh_token (id, family_id, digest, issued_at, expires_at)
  select refresh_id, id, sha256(sha256(uuid_send(refresh_id))), at, at + interval '90 days' from good
), access as (
  insert into access_token (id, family_id, digest, scopes, issued_at, expires_at)
  select access_id, id, sha256(sha256(uuid_send(access_id))), scopes, at, at + interval '1 hour' from good
), audit as (
  insert into audit_event (action, actor_client_id, caller_name, client_id, installation_id, merchant_id, account_id, address, request_id, detail)
  select 'token.exchange', client_id, 'gateway', client_id, installation_id, merchant_id, account_id, '127.0.0.1', id::text,
    jsonb_build_object('family_id', id, 'scopes', scopes, 'installed', false, 'installation_version', 1) from good
)
select id from spent;
