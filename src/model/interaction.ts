import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { App } from "./app.ts";
import { moment, writtenAt } from "./columns.ts";
import { InstallToken } from "./install-token.ts";
import { Session } from "./session.ts";

/**
 * An authorize request between its arrival and the merchant's decision. `request` is the validated request, which wins over anything a form
 * says; `outcome` is set where the answer is already known but has to wait for a sign-in. Yields at most one code.
 */
export const Interaction = defineEntity({
  name: "Interaction",
  tableName: "interaction",
  properties: {
    /** Random, unlike other ids: it stands in an address bar. */
    id: p.uuid().primary().defaultRaw("gen_random_uuid()"),
    app: p.manyToOne(App),
    request: p.json<Record<string, unknown>>().columnType("jsonb"),
    outcome: p.json<Record<string, unknown>>().columnType("jsonb").nullable(),
    account: p.manyToOne(Account).nullable().index("interaction_account"),
    session: p.manyToOne(Session).nullable().index("interaction_session"),
    installToken: p.manyToOne(InstallToken).nullable().index("interaction_install_token"),
    /** The key of the outside client's address, as limits count it. */
    address: p.text().nullable(),
    createdAt: writtenAt(),
    expiresAt: moment().index("interaction_expires_at"),
    usedAt: moment().nullable(),
    /** `approve` or `deny`, once used. */
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
