import type { Query, Statement } from "../connection/query.ts";

/** The uses of a key of TOKEN_KEY. */
export interface TokenKeyUse {
  keyId: string;
  /** The number of secrets that are encrypted with the key. */
  webhookSecrets: number;
  authenticatorApps: number;
  /** The number of refresh tokens of the last five minutes that the key derives. Only the newest 1,000 are counted. */
  refreshes: number;
}

const USES: Statement = {
  name: "list-token-key-uses",
  text: `
    select key_id as "keyId", count(*) filter (where kind = 'webhook')::int as "webhookSecrets",
      count(*) filter (where kind = 'totp')::int as "authenticatorApps", count(*) filter (where kind = 'refresh')::int as refreshes
    from (
      select key_id, 'webhook' as kind from webhook_secret
      union all select key_id, 'totp' from totp_factor
      union all (
        select key_id, 'refresh' from refresh_token
        where id > uuidv7(interval '-5 minutes') and key_id is not null order by id desc limit 1000
      )
    ) u
    group by key_id order by key_id`,
};

/** The keys that the database refers to. */
export async function listTokenKeyUses(query: Query): Promise<TokenKeyUse[]> {
  return query(USES, []);
}
