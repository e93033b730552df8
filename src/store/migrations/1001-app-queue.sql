-- no transaction
create index concurrently if not exists "app_queue" on "app" ("state", coalesce("submitted_at", "updated_at"), "id")
  where state in ('SUBMITTED', 'IN_REVIEW');
