-- no transaction
create index concurrently if not exists "app_revision_queue" on "app_revision" ("state", coalesce("submitted_at", "updated_at"), "app_id")
  where state in ('SUBMITTED', 'IN_REVIEW');
