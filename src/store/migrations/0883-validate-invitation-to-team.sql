alter table "invitation" validate constraint "invitation_team_role_check";
alter table "invitation" validate constraint "invitation_team_with_role";
