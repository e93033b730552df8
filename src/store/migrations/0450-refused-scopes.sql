-- The restricted scopes that a reviewer refused. For approved apps: the requested restricted scopes that were not granted.
alter table "app" add column "restricted_scopes_refused" text[] not null default '{}';
update "app" a set "restricted_scopes_refused" = r.names
from (select x."id", array_agg(s."name" order by s."name") as names
  from "app" x
  cross join lateral jsonb_array_elements(x."scopes") as asked
  join "scope" s on s."name" = asked->>'name' and s."sensitivity" = 'RESTRICTED'
  where x."state" in ('APPROVED', 'SUSPENDED') and s."name" <> all (x."restricted_scopes_granted")
  group by x."id") r
where r."id" = a."id";
