-- Reads all rows under a lock that blocks no reads and writes, so that the next migration can attach the table without reading it.
alter table "refresh_token" validate constraint "refresh_token_initial";
