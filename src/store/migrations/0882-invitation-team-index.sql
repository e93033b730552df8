-- no transaction
create index concurrently if not exists "invitation_team_id" on "invitation" ("team_id", "id");
