import { describe, expect, it } from "vitest";
import { useWorld } from "../../../support/world/fixtures.ts";
import {
  CHALLENGE,
  createCall,
  format,
  idOf,
  REDIRECT_URI,
  reasonOf,
  VERIFIER,
} from "../../../support/world/tokens.ts";
import type { World } from "../../../support/world/world.ts";

describe("exchange", () => {
  const world = useWorld();

  async function prepare(options: Parameters<World["app"]>[0] = {}) {
    const app = await world.app(options);
    const merchant = await world.merchant();
    return { app, merchant, code: await world.issueCode({ app, merchant }) };
  }

  it("RFC 6749 §4.1.4 a code yields a token pair for its app and merchant", async () => {
    const { app, merchant, code } = await prepare();
    const pair = await world.exchangeCode(app, { code });
    expect(pair).toMatchObject({
      tokenType: "Bearer",
      expiresIn: 3600,
      refreshTokenExpiresIn: 7_776_000,
      scopes: ["orders.read", "orders.write"],
      merchantId: merchant.id,
    });
    expect(pair.accessToken).toMatch(/^lk_at_[0-9A-Za-z]{71}$/);
    expect(pair.refreshToken).toMatch(/^lk_rt_[0-9A-Za-z]{71}$/);
    const answer = await world.look(pair.accessToken);
    expect(answer).toMatchObject({
      active: true,
      clientId: app.clientId,
      merchantId: merchant.id,
      accountId: merchant.ownerId,
      installationId: pair.installationId,
      installationVersion: 1,
      familyId: idOf(code),
      tokenId: idOf(pair.accessToken),
      tokenKind: "access",
      test: false,
    });
  });

  it("stores digests, not secrets", async () => {
    const { app, code } = await prepare();
    const pair = await world.exchangeCode(app, { code });
    for (const table of ["authorization_code", "token_family", "refresh_token", "access_token", "audit_event"]) {
      const { rows } = await world.sql.query(`select t::text as row from ${table} t`);
      const text = rows.map(({ row }) => row).join("\n");
      for (const secret of [code, pair.accessToken, pair.refreshToken!]) {
        expect(text).not.toContain(secret);
        const parsed = world.deps.tokens.format.parse(secret, "at", "rt", "ac");
        if (parsed.kind === "token") expect(text).not.toContain(Buffer.from(parsed.secret).toString("hex"));
      }
    }
  });

  it("K1 RFC 6749 §4.1.2 redeeming a code twice revokes its family with one event", async () => {
    const { app, code } = await prepare();
    const pair = await world.exchangeCode(app, { code });
    expect(await reasonOf(world.exchangeCode(app, { code }))).toBe("code_reused");
    expect(await world.isActive(pair.accessToken)).toBe(false);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_family_ended");
    expect(await reasonOf(world.exchangeCode(app, { code }))).toBe("code_reused");
    const id = idOf(code);
    expect(await world.count("revocation_event", "subject = 'FAMILY' and subject_id = $1", [id])).toBe(1);
    expect(await world.count("token_family", "id = $1", [id])).toBe(1);
    expect(await world.count("audit_event", "action = 'token.code_replay' and detail->>'family_id' = $1", [id])).toBe(
      1,
    );
  });

  it("K1 a replay of an expired code revokes the family, too", async () => {
    const { app, code } = await prepare();
    const pair = await world.exchangeCode(app, { code });
    await world.age(90);
    expect(await reasonOf(world.exchangeCode(app, { code }))).toBe("code_reused");
    expect(await world.isActive(pair.accessToken)).toBe(false);
  });

  it("K1 an invalid replay changes nothing", async () => {
    const { app, code } = await prepare();
    const other = await world.app();
    const pair = await world.exchangeCode(app, { code });
    expect(await reasonOf(world.exchangeCode(other, { code }))).toBe("code_foreign");
    expect(await reasonOf(world.exchangeCode(app, { code, redirectUri: `${REDIRECT_URI}/x` }))).toBe(
      "code_redirect_uri",
    );
    expect(await world.isActive(pair.accessToken)).toBe(true);
  });

  it("K3 another app cannot redeem a code, and its own app still can", async () => {
    const { app, code } = await prepare();
    expect(await reasonOf(world.exchangeCode(await world.app(), { code }))).toBe("code_foreign");
    expect(await reasonOf(world.exchangeCode(app, { code }))).toBe("none");
  });

  it("a code with a known id and a wrong secret is unknown, before and after its use", async () => {
    const { app, code } = await prepare();
    const impostor = format.create("ac", idOf(code)).text;
    expect(await reasonOf(world.exchangeCode(app, { code: impostor }))).toBe("code_unknown");
    const pair = await world.exchangeCode(app, { code });
    expect(await reasonOf(world.exchangeCode(app, { code: impostor }))).toBe("code_unknown");
    expect(await world.isActive(pair.accessToken)).toBe(true);
  });

  it("K4 RFC 6749 §4.1.3 the redirect_uri is required and identical", async () => {
    const { app, code } = await prepare();
    expect(await reasonOf(world.exchangeCode(app, { code, redirectUri: "" }))).toBe("redirect_uri_missing");
    expect(await reasonOf(world.exchangeCode(app, { code, redirectUri: "https://app.example/other" }))).toBe(
      "code_redirect_uri",
    );
    expect(await reasonOf(world.exchangeCode(app, { code }))).toBe("none");
  });

  it("K5 a code expires by the database's clock", async () => {
    const { app, code } = await prepare();
    await world.age(61);
    expect(await reasonOf(world.exchangeCode(app, { code }))).toBe("code_expired");
  });

  it("K5 a code that expires during the wait for its lock is expired", async () => {
    const { app, code } = await prepare();
    await world.age(59.5);
    const holder = await world.sql.connect();
    await holder.query("begin");
    await holder.query("select 1 from authorization_code where id = $1 for update", [idOf(code)]);
    const waiting = reasonOf(world.exchangeCode(app, { code }));
    await new Promise((resolve) => setTimeout(resolve, 900));
    await holder.query("commit");
    holder.release();
    expect(await waiting).toBe("code_expired");
  });

  const afterwards: [string, string, string][] = [
    [
      "the account is suspended",
      "update account set state = 'SUSPENDED' where id = (select account_id from authorization_code where id = $1)",
      "code_account_suspended",
    ],
    [
      "the account was suspended and resumed",
      "update account set codes_ended_at = clock_timestamp() where id = (select account_id from authorization_code where id = $1)",
      "code_account_suspended",
    ],
    [
      "the account was removed from the merchant",
      "delete from membership s using authorization_code c where c.id = $1 and s.merchant_id = c.merchant_id and s.account_id = c.account_id",
      "code_role_refused",
    ],
    [
      "the account may no longer consent for the merchant",
      "update membership s set role = 'MEMBER' from authorization_code c where c.id = $1 and s.merchant_id = c.merchant_id and s.account_id = c.account_id",
      "code_role_refused",
    ],
    [
      "the merchant is suspended",
      "update merchant set state = 'SUSPENDED' where id = (select merchant_id from authorization_code where id = $1)",
      "code_merchant_suspended",
    ],
    [
      "the merchant is closed",
      "update merchant set state = 'CLOSED' where id = (select merchant_id from authorization_code where id = $1)",
      "code_merchant_ended",
    ],
    [
      "the installation is suspended",
      "update installation set state = 'SUSPENDED', suspended_by = '{OPERATOR}' where id = (select installation_id from authorization_code where id = $1)",
      "code_installation_suspended",
    ],
    [
      "the app was uninstalled",
      "update installation set not_before = clock_timestamp() where id = (select installation_id from authorization_code where id = $1)",
      "code_installation_ended",
    ],
    [
      "the app is suspended",
      "update app set state = 'SUSPENDED' where id = (select app_id from authorization_code where id = $1)",
      "client_unusable",
    ],
    [
      "the app is archived",
      "update app set state = 'ARCHIVED' where id = (select app_id from authorization_code where id = $1)",
      "client_unusable",
    ],
    [
      "everything was ended",
      "insert into not_before_mark select 'APP', app_id::text, clock_timestamp() from authorization_code where id = $1",
      "code_marked",
    ],
  ];
  it.each(afterwards)("K6 no tokens once %s", async (_name, change, reason) => {
    const { app, code } = await prepare();
    await world.sql.query(change, [idOf(code)]);
    expect(await reasonOf(world.exchangeCode(app, { code }))).toBe(reason);
    expect(await world.count("token_family", "id = $1", [idOf(code)])).toBe(0);
  });

  it("P3 P5 RFC 7636 §4.6 the verifier must match the challenge; a wrong one does not use up the code", async () => {
    const { app, merchant, code } = await prepare();
    const challenged = await world.issueCode({ app, merchant }, { codeChallenge: CHALLENGE });
    expect(await reasonOf(world.exchangeCode(app, { code: challenged }))).toBe("code_verifier_missing");
    const wrong = VERIFIER.replace("d", "e");
    expect(await reasonOf(world.exchangeCode(app, { code: challenged, codeVerifier: wrong }))).toBe(
      "code_verifier_wrong",
    );
    expect(await reasonOf(world.exchangeCode(app, { code, codeVerifier: VERIFIER }))).toBe("code_verifier_unexpected");
    expect(await reasonOf(world.exchangeCode(app, { code: challenged, codeVerifier: VERIFIER }))).toBe("none");
    expect(await reasonOf(world.exchangeCode(app, { code }))).toBe("none");
  });

  it("checks the app first, then the parameters, then the code", async () => {
    const { app, code } = await prepare();
    const call = createCall();
    const bad = { clientId: app.clientId, proof: { kind: "secret", secret: "lk_cs_wrong" } } as const;
    const without = { code: "", redirectUri: "", codeVerifier: "" };
    expect(await reasonOf(world.tokens.exchange({ credentials: bad, ...without }, call))).toBe("client_secret_wrong");
    expect(await reasonOf(world.tokens.exchange({ credentials: app.credentials, ...without }, call))).toBe(
      "code_missing",
    );
    expect(await reasonOf(world.exchangeCode(app, { code: `${code}x` }))).toBe("code_unknown");
    expect(await reasonOf(world.exchangeCode(app, { code: code.replace("_ac_", "_at_") }))).toBe("code_unknown");
  });

  it("a second exchange replaces the granted scopes, with an event if they are reduced", async () => {
    const { app, merchant, code } = await prepare();
    const first = await world.exchangeCode(app, { code });
    const narrower = await world.issueCode({ app, merchant }, { scopes: ["orders.read"] });
    expect(await world.look(first.accessToken)).toMatchObject({ scopes: ["orders.read", "orders.write"] });
    const second = await world.exchangeCode(app, { code: narrower });
    expect(second.installationId).toBe(first.installationId);
    expect(await world.look(first.accessToken)).toMatchObject({
      scopes: ["orders.read"],
      installationVersion: 1,
    });
    const events = await world.sql.query(
      "select kind, installation_version from revocation_event where subject_id = $1",
      [first.installationId],
    );
    expect(events.rows).toEqual([{ kind: "SCOPES_REDUCED", installation_version: 1 }]);
  });

  it("each exchange is audited in the same transaction", async () => {
    const { app, merchant, code } = await prepare();
    const call = createCall({ requestId: "request-1" });
    await world.tokens.exchange(
      { credentials: app.credentials, code, redirectUri: REDIRECT_URI, codeVerifier: "" },
      call,
    );
    const { rows } = await world.sql.query(
      "select action, actor_client_id, client_id, merchant_id, account_id, address, request_id, detail from audit_event where detail->>'family_id' = $1 order by id",
      [idOf(code)],
    );
    expect(rows.map((row) => row.action)).toEqual(["token.issue", "token.exchange"]);
    expect(rows[1]).toMatchObject({
      actor_client_id: app.clientId,
      client_id: app.clientId,
      merchant_id: merchant.id,
      account_id: merchant.ownerId,
      address: "203.0.113.7",
      request_id: "request-1",
      detail: { installed: true, installation_version: 1 },
    });
  });

  it("applies the app's lifetimes and mode NONE", async () => {
    const { app, code } = await prepare({ accessTokenTtl: 120, refreshMode: "NONE" });
    const pair = await world.exchangeCode(app, { code });
    expect(pair).toMatchObject({ expiresIn: 120, refreshToken: null, refreshTokenExpiresIn: null });
    expect(await world.isActive(pair.accessToken)).toBe(true);
  });
});
