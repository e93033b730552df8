import { describe, expect, it } from "vitest";
import { getInstallation } from "../../../../src/service/installations/get-installation.ts";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import type { IssueRequest } from "../../../../src/service/tokens/issue.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { CHALLENGE, createCall, idOf, REDIRECT_URI, reasonOf } from "../../../support/world/tokens.ts";
import type { World } from "../../../support/world/world.ts";

describe("issue", () => {
  const world = useWorld();

  async function prepare(options: Parameters<World["app"]>[0] = {}) {
    const app = await world.app(options);
    const merchant = await world.merchant();
    const request: IssueRequest = {
      clientId: app.clientId,
      redirectUri: REDIRECT_URI,
      scopes: ["orders.write", "orders.read", "orders.read"],
      requestedScopes: [],
      state: "s & é=",
      merchantId: merchant.id,
      accountId: merchant.ownerId,
      codeChallenge: "",
      codeChallengeMethod: "",
    };
    const issue = (changes: Partial<IssueRequest> = {}) => world.tokens.issue({ ...request, ...changes }, createCall());
    return { app, merchant, request, issue };
  }

  it("RFC 6749 §4.1.2 RFC 9207 §2 adds code, state and iss to the redirect URI", async () => {
    const { issue } = await prepare();
    const { code, expiresAt, redirectTo } = await issue();
    expect(code).toMatch(/^lk_ac_[0-9A-Za-z]{71}$/);
    expect(redirectTo).toBe(
      `${REDIRECT_URI}?code=${code}&state=s%20%26%20%C3%A9%3D&iss=${encodeURIComponent("https://auth.example.com")}`,
    );
    const { rows } = await world.sql.query(
      "select scopes, (extract(epoch from expires_at) * 1000000)::float8 as at from authorization_code where id = $1",
      [idOf(code)],
    );
    expect(rows).toEqual([{ scopes: ["orders.read", "orders.write"], at: expiresAt }]);
  });

  it("the first Issue inserts a PENDING installation, which later ones use", async () => {
    const { app, merchant, issue } = await prepare();
    await Promise.all([issue(), issue(), issue()]);
    const { rows } = await world.sql.query(
      "select state, version from installation where app_id = $1 and merchant_id = $2",
      [app.id, merchant.id],
    );
    expect(rows).toEqual([{ state: "PENDING", version: 0 }]);
  });

  it("a rejected Issue inserts no row", async () => {
    const { app, issue } = await prepare();
    expect(await reasonOf(issue({ scopes: ["nothing.such"] }))).toBe("scope_unregistered");
    expect(await world.count("installation", "app_id = $1", [app.id])).toBe(0);
    expect(await world.count("authorization_code", "app_id = $1", [app.id])).toBe(0);
    expect(await world.count("audit_event", "client_id = $1", [app.clientId])).toBe(0);
  });

  const refused: [string, Partial<IssueRequest>, string][] = [
    ["an unknown app", { clientId: "app_nobody" }, "client_unknown"],
    ["a client_id that no text of PostgreSQL can be", { clientId: "a\u0000" }, "client_unknown"],
    ["another redirect URI", { redirectUri: "https://evil.example/" }, "redirect_uri_unregistered"],
    ["no app named", { clientId: "" }, "parameter_missing"],
    ["no redirect URI", { redirectUri: "" }, "parameter_missing"],
    ["no merchant named", { merchantId: "" }, "parameter_missing"],
    ["no account named", { accountId: "" }, "parameter_missing"],
    ["no state", { state: "" }, "state_missing"],
    ["no scope", { scopes: [] }, "scope_missing"],
    ["an unknown merchant", { merchantId: "nobody" }, "role_refused"],
    ["an account that is none", { accountId: "nobody" }, "account_refused"],
    ["a challenge without a method", { codeChallenge: CHALLENGE }, "challenge_method"],
    ["a challenge of the plain method", { codeChallenge: CHALLENGE, codeChallengeMethod: "plain" }, "challenge_method"],
    ["a method without a challenge", { codeChallengeMethod: "S256" }, "challenge_method_alone"],
    ["a short challenge", { codeChallenge: "abc", codeChallengeMethod: "S256" }, "challenge_malformed"],
  ];
  it.each(refused)("rejects %s", async (_name, changes, reason) => {
    const { issue } = await prepare();
    expect(await reasonOf(issue(changes))).toBe(reason);
  });

  const contexts: [string, string, string][] = [
    ["a suspended app", "update app set state = 'SUSPENDED' where client_id = $1", "client_unusable"],
    ["a suspended merchant", "update merchant set state = 'SUSPENDED' where id = $2", "merchant_refused"],
    ["a suspended account", "update account set state = 'SUSPENDED' where id = $3", "account_refused"],
    ["a member without the right", "update membership set role = 'MEMBER' where merchant_id = $2", "role_refused"],
    ["a stranger", "delete from membership where merchant_id = $2", "role_refused"],
  ];
  it.each(contexts)("A11 rejects %s", async (_name, change, reason) => {
    const { app, merchant, issue } = await prepare();
    const all = `with q as (select $1::text, $2::text, $3::uuid) ${change}`;
    await world.sql.query(all, [app.clientId, merchant.id, merchant.ownerId]);
    expect(await reasonOf(issue())).toBe(reason);
  });

  it("an unapproved app is limited to its developer's test merchants", async () => {
    const { app, issue } = await prepare({ state: "IN_REVIEW" });
    expect(await reasonOf(issue())).toBe("test_only");
    const own = await world.merchant({ test: true, developerId: app.developerId });
    expect(await reasonOf(issue({ merchantId: own.id, accountId: own.ownerId }))).toBe("none");
    const foreign = await world.merchant({ test: true });
    expect(await reasonOf(issue({ merchantId: foreign.id, accountId: foreign.ownerId }))).toBe("test_only");
  });

  it("a re-install increments the version of the row, and older tokens stay revoked", async () => {
    const { app, merchant, issue } = await prepare();
    const first = await world.exchangeCode(app, { code: (await issue()).code });
    const { code: early } = await issue();
    await world.sql.query(
      "update installation set state = 'UNINSTALLED', not_before = clock_timestamp(), ended_at = clock_timestamp() where id = $1",
      [first.installationId],
    );
    expect(await reasonOf(world.exchangeCode(app, { code: early }))).toBe("code_installation_ended");
    const again = await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
    expect(again.installationId).toBe(first.installationId);
    expect(await world.look(again.accessToken)).toMatchObject({ installationVersion: 2 });
    expect(await world.isActive(first.accessToken)).toBe(false);
  });

  it("a code of an uninstalled app is noted until it is exchanged or revoked by another uninstall", async () => {
    const { app, issue } = await prepare();
    const first = await world.exchangeCode(app, { code: (await issue()).code });
    const change = { installationId: first.installationId, party: "MERCHANT" } as const;
    const pendingSince = async () =>
      (await getInstallation(world.deps, { installationId: first.installationId }, keyCall())).pendingSince;
    await issue();
    await uninstall(world.deps, change, keyCall());
    expect(await pendingSince()).toBeNull();

    await issue();
    expect(await pendingSince()).not.toBeNull();
    await uninstall(world.deps, change, keyCall());
    expect(await pendingSince()).toBeNull();

    const { code } = await issue();
    await world.exchangeCode(app, { code });
    expect(await pendingSince()).toBeNull();
    await uninstall(world.deps, change, keyCall());
    expect(await pendingSince()).toBeNull();

    await issue();
    await world.sql.query("update app set state = 'ARCHIVED' where id = $1", [app.id]);
    expect(await pendingSince()).toBeNull();
  });

  it("a code issued after waiting for an uninstall has a later time than the uninstall", async () => {
    const { app, issue } = await prepare();
    const first = await world.exchangeCode(app, { code: (await issue()).code });
    const holder = await world.sql.connect();
    await holder.query("begin");
    await holder.query("select 1 from installation where id = $1 for update", [first.installationId]);
    const waiting = issue();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await holder.query("update installation set not_before = clock_timestamp() where id = $1", [first.installationId]);
    await holder.query("commit");
    holder.release();
    const { code } = await waiting;
    const { rows } = await world.sql.query(
      "select c.issued_at > i.not_before as after from authorization_code c join installation i on i.id = c.installation_id where c.id = $1",
      [idOf(code)],
    );
    expect(rows).toEqual([{ after: true }]);
  });
});
