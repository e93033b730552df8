-- Reads all rows under a lock that blocks no reads and writes, so that the next migration can attach the table without reading it.
alter table "access_token" validate constraint "access_token_initial";
