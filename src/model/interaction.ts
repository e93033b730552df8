import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { App } from "./app.ts";
import { timestamp, writtenAt } from "./columns.ts";
import { InstallToken } from "./install-token.ts";
import { Session } from "./session.ts";

/**
 * An authorization request that waits for the merchant's decision. `request` is the validated request, which form fields cannot change.
 * `outcome` is an error that is sent to the app after a sign-in. An interaction yields at most one code.
 */
export const Interaction = defineEntity({
  name: "Interaction",
  tableName: "interaction",
  properties: {
    /** Random, unlike other ids, because it appears in URLs. */
    id: p.uuid().primary().defaultRaw("gen_random_uuid()"),
    app: p.manyToOne(App),
    request: p.json<Record<string, unknown>>().columnType("jsonb"),
    outcome: p.json<Record<string, unknown>>().columnType("jsonb").nullable(),
    account: p.manyToOne(Account).nullable().index("interaction_account"),
    session: p.manyToOne(Session).nullable().index("interaction_session"),
    installToken: p.manyToOne(InstallToken).nullable().index("interaction_install_token"),
    /** The key under which the rate limits count the client address. */
    address: p.text().nullable(),
    createdAt: writtenAt(),
    expiresAt: timestamp().index("interaction_expires_at"),
    usedAt: timestamp().nullable(),
    /** How the interaction ended, such as `approve` or `deny`; null while it is open. */
    decision: p.text().nullable(),
  },
  indexes: [
    {
      name: "interaction_open_address",
      expression: `create index "interaction_open_address" on "interaction" ("address", "expires_at") where account_id is null and used_at is null`,
    },
  ],
});
export type Interaction = InferEntity<typeof Interaction>;
