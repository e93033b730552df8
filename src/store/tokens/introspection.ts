import { IS_STANDBY, refuseStandby } from "../connection/primary.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import { idBounds, within } from "./id-bounds.ts";
import { CONTEXT_COLUMNS, type ContextRow, contextJoins } from "./token-rows.ts";

/** One row for each token that was found, in no particular order. Times are microseconds. */
export type IntrospectionRow = ContextRow & {
  id: string;
  digest: Buffer;
  /** The scopes of the access token, or of the family for a refresh token. */
  scopes: string[];
  issuedAt: number;
  expiresAt: number;
  revokedAt: number | null;
  familyId: string;
  familyScopes: string[];
  currentId: string | null;
  endedAt: number | null;
  authorizedAt: number;
  merchantId: string;
  installationId: string;
  accountId: string;
  now: number;
};

// Returns at least one row, so that a standby is detected even if it does not have the token yet.
const select = (table: string, columns: { scopes: string; revokedAt: string }): string => `
  select server.standby, found.* from (select ${IS_STANDBY} as standby) server left join (
  select t.id, t.digest, ${columns.scopes} as scopes, ${micros("t.issued_at")} as "issuedAt", ${micros("t.expires_at")} as "expiresAt",
    ${columns.revokedAt} as "revokedAt", f.id as "familyId", f.scopes as "familyScopes", f.current_id as "currentId",
    ${micros("f.ended_at")} as "endedAt", ${micros("f.authorized_at")} as "authorizedAt", f.merchant_id as "merchantId",
    f.installation_id as "installationId", f.account_id as "accountId", ${CONTEXT_COLUMNS},
    ${micros("clock_timestamp()")} as now
  from ${table} t
  join token_family f on f.id = t.family_id
  join installation i on i.id = f.installation_id
  ${contextJoins("f")}
  where t.id = any($1::uuid[]) and ${within("t.id", 2)}
  ) found on true`;

const STATEMENTS: Record<"access" | "refresh", Statement> = {
  access: {
    name: "introspect-access",
    text: select("access_token", { scopes: "t.scopes", revokedAt: micros("t.revoked_at") }),
  },
  refresh: {
    name: "introspect-refresh",
    text: select("refresh_token", { scopes: "f.scopes", revokedAt: "null::float8" }),
  },
};

/**
 * Reads tokens of one kind by primary key in one statement.
 * @throws StorageError on a standby
 */
export async function readTokens(
  query: Query,
  kind: "access" | "refresh",
  ids: readonly string[],
): Promise<IntrospectionRow[]> {
  const rows = await query<IntrospectionRow & { standby: boolean }>(STATEMENTS[kind], [ids, ...idBounds(ids)]);
  refuseStandby(rows[0]);
  return rows.length === 1 && rows[0]!.id === null ? [] : rows;
}
