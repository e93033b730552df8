-- Reads all rows under a lock that blocks no reads and writes, so that the next migration can attach the table without reading it.
alter table "audit_event" validate constraint "audit_event_initial";
