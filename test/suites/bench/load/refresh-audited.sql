\if :ready
\else
select r.id as token from bench_family b join refresh_token r on r.id = b.refresh_id where b.slot = :client_id \gset
\set ready 1
\endif
with q as materialized (
  select :token::uuid as token_id, c.id as app_id, c.refresh_mode, uuidv7() as next_id, uuidv7() as access_id
  from app c join app_secret s on s.app_id = c.id and s.id = :secret_id::uuid and s.digest = sha256(sha256(uuid_send(s.id)))
  where c.client_id = :client::text and c.state = 'APPROVED' and (s.retires_at is null or s.retires_at > clock_timestamp())
), r as materialized (
  select * from refresh_token where id = :token::uuid for update
), f as materialized (
  select * from token_family where id = any(array(select family_id from r)) for update
), good as (
  select q.*, r.family_id, f.scopes, clock_timestamp() as at
  from q join r on r.id = q.token_id join f on f.id = r.family_id
  join installation i on i.id = f.installation_id
  join merchant m on m.id = f.merchant_id
  join app a on a.id = f.app_id
  left join not_before_mark ma on ma.kind = 'APP' and ma.subject_id = f.app_id::text
  left join not_before_mark mm on mm.kind = 'MERCHANT' and mm.subject_id = f.merchant_id
  left join not_before_mark me on me.kind = 'EVERYTHING' and me.subject_id = ''
  where r.digest = sha256(sha256(uuid_send(r.id))) and r.used_at is null and r.expires_at > clock_timestamp()
    and f.current_id = r.id and f.ended_at is null and f.app_id = q.app_id
    and i.state = 'ACTIVE' and m.state = 'ACTIVE' and f.scopes && i.granted_scopes and f.scopes && a.registered_scopes
    and coalesce(greatest(i.not_before, ma.moment, mm.moment, me.moment) < f.authorized_at, true)
), moved as (
  update token_family f set current_id = g.next_id, current_accepted_at = null, generation = f.generation + 1,
    expires_at = greatest(f.expires_at, g.at + interval '90 days')
  from good g where f.id = g.family_id and f.current_id = g.token_id and f.ended_at is null
  returning g.*
), spent as (
  update refresh_token r set used_at = moved.at, successor_id = moved.next_id, successor_access_id = moved.access_id,
    successor_scopes = moved.scopes, salt = null, key_id = null
  from moved where r.id = moved.token_id
), refresh as (
  insert into refresh_token (id, family_id, digest, issued_at, expires_at, salt, key_id)
  select next_id, family_id, sha256(sha256(uuid_send(next_id))), at, at + interval '90 days', sha256(uuid_send(access_id)), 'bench' from moved
), access as (
  insert into access_token (id, family_id, digest, scopes, issued_at, expires_at)
  select access_id, family_id, sha256(sha256(uuid_send(access_id))), scopes, at, at + interval '1 hour' from moved
), audit as (
  insert into audit_event (action, actor_client_id, caller_name, client_id, installation_id, merchant_id, account_id, address, request_id, detail)
  select 'token.refresh', :client::text, 'gateway', :client::text, f.installation_id, f.merchant_id, f.account_id, '203.0.113.7',
    moved.next_id::text, jsonb_build_object('family_id', f.id) from moved join f on f.id = moved.family_id
)
select next_id as token from moved \gset
