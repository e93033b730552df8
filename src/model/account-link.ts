import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { digest, id, timestamp, writtenAt } from "./columns.ts";

export const LINK_PURPOSES = ["reset_password", "verify_email", "change_email"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** A link that works once, for one account. Found by the digest of its token. */
export const AccountLink = defineEntity({
  name: "AccountLink",
  tableName: "account_link",
  properties: {
    id: id(),
    digest: digest().unique("account_link_digest_unique"),
    account: p.manyToOne(Account).index("account_link_account"),
    purpose: p.enum(LINK_PURPOSES),
    /** The address that the link is about. The link is invalid once the account has another address. */
    email: p.text(),
    /** True if the link was mailed to `email`, so that its use proves who owns the address; false if an operator got the link. */
    mailed: p.boolean(),
    createdAt: writtenAt(),
    expiresAt: timestamp().index("account_link_expires_at"),
    usedAt: timestamp().nullable(),
  },
});
export type AccountLink = InferEntity<typeof AccountLink>;

/** Single row: the last event of the outbox that was examined for mails. */
export const MailPosition = defineEntity({
  name: "MailPosition",
  tableName: "mail_position",
  properties: {
    id: p.smallint().primary().autoincrement(false),
    cursor: p.bigint("number"),
  },
  checks: [{ name: "mail_position_single", expression: "id = 1" }],
});
export type MailPosition = InferEntity<typeof MailPosition>;
