-- The position of the salt cleanup. Empty at first: the first run reads all refresh tokens.
create table "salt_sweep" ("id" smallint not null, "from_id" uuid not null, primary key ("id"));
alter table "salt_sweep" add constraint "salt_sweep_single" check (id = 1);
