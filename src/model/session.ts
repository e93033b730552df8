import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { digest, id, textArray, timestamp, writtenAt } from "./columns.ts";

/** A browser session. Valid until ended, expired or idle for too long. */
export const Session = defineEntity({
  name: "Session",
  tableName: "session",
  properties: {
    id: id(),
    digest: digest().unique("session_digest_unique"),
    account: p.manyToOne(Account).index("session_account"),
    createdAt: writtenAt(),
    lastSeenAt: writtenAt(),
    expiresAt: timestamp().index("session_expires_at"),
    endedAt: timestamp().nullable(),
    address: p.text().nullable(),
    userAgent: p.text().nullable(),
    /** How the account authenticated; null for sessions that are older than this column. */
    authenticatedBy: textArray().nullable(),
    /** When the account last proved its identity with a password or a second factor; null means at the start of the session. */
    verifiedAt: timestamp().nullable(),
  },
  indexes: [{ name: "session_started", properties: ["account", "createdAt"] }],
});
export type Session = InferEntity<typeof Session>;
