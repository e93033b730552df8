alter table "invitation" add column "team_id" uuid null, add column "team_role" text null;
alter table "invitation" add constraint "invitation_team_role_check" check ("team_role" in ('OWNER', 'MEMBER')) not valid;
alter table "invitation" add constraint "invitation_team_with_role" check ((team_id is null) = (team_role is null)) not valid;
