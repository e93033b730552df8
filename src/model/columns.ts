import { p } from "@mikro-orm/core";

/** A time-ordered id given by the database, so that its clock alone orders rows (UUIDv7). */
export const id = () => p.uuid().primary().defaultRaw("uuidv7()");

/** A moment by the database's clock, kept to the microsecond. As a JS Date it loses them: the token statements never read it as one. */
export const moment = () => p.datetime(6);

/** The moment at which the row was written; `clock_timestamp()`, because `now()` is when its transaction began. */
export const writtenAt = () => moment().defaultRaw("clock_timestamp()");

/** SHA-256 of a secret: 32 bytes. */
export const digest = () => p.blob();

export const texts = () => p.array<string>().columnType("text[]");
