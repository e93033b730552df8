import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import pg from "pg";
import { PostgresAdapter, TABLE } from "./oidc-adapter.ts";

// node-oidc-provider on PostgreSQL in a separate process. Argument: the database URL. Sends its port to the parent, and tokens on request.
const SCOPE = "orders:read products:read";
const WEEK = 604_800;

/** The messages to the parent. */
export interface PeerTokens {
  refresh: string[];
  access: string[];
}

const pool = new pg.Pool({ connectionString: process.argv[2]!, max: 10 });
await pool.query(TABLE);
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const clientSecret = randomBytes(32).toString("base64url");
const provider = new Provider("http://127.0.0.1", {
  adapter: (type: string) => new PostgresAdapter(type, pool),
  clients: [
    {
      client_id: "bench",
      client_secret: clientSecret,
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: ["https://app.example/callback"],
      token_endpoint_auth_method: "client_secret_post",
    },
  ],
  cookies: { keys: [clientSecret] },
  features: { devInteractions: { enabled: false }, introspection: { enabled: true } },
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "RS256", use: "sig" }] },
  // Without the scope openid, a refresh signs no ID token, as in Latchkey.
  scopes: ["openid", "offline_access", ...SCOPE.split(" ")],
  rotateRefreshToken: true,
  ttl: { AccessToken: WEEK, RefreshToken: WEEK, Grant: WEEK },
});
const server = createServer(provider.callback()).listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port, clientSecret });
});
process.on("message", async (count: number) => process.send?.(await issue(count)));
process.on("disconnect", () => process.exit(0));

async function issue(count: number): Promise<PeerTokens> {
  const client = await provider.Client.find("bench");
  if (client === undefined) throw new Error("the client is gone");
  const tokens: PeerTokens = { refresh: [], access: [] };
  for (let n = 0; n < count; n++) {
    const accountId = `account-${n}`;
    const grant = new provider.Grant({ clientId: "bench", accountId });
    grant.addOIDCScope(SCOPE);
    const common = { accountId, client, grantId: await grant.save(), gty: "authorization_code", scope: SCOPE };
    tokens.refresh.push(await new provider.RefreshToken({ ...common, rotations: 0 } as never).save());
    tokens.access.push(await new provider.AccessToken(common as never).save());
  }
  return tokens;
}
