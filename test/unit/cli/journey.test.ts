import { beforeAll, describe, expect, it } from "vitest";
import { OAuthApp } from "../../../src/demo/oauth-app.ts";
import { type DemoRun, useDemoStage } from "../app/demo-stage.ts";
import { fieldsOf, jsonOf, rowsOf, type Terminal, terminalWith } from "./terminal.ts";

const stage = useDemoStage();
let run: DemoRun;
let latchkey: Terminal;
/** Results that later tests use. */
const made = { developer: "", app: "", secret: "", key: "", keyId: "", installation: "", token: "", refreshToken: "" };

beforeAll(async () => {
  run = await stage.start();
  latchkey = terminalWith({ DATA_DIR: stage.dataDir });
});

const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d$/;
const SECRET = /^lk_cs_[0-9A-Za-z]{71}$/;

describe("an operator sets up a developer, an app, a merchant and a service key", () => {
  it("accounts create prints the account id and an invitation link", async () => {
    const result = await latchkey("accounts", "create", "--email", "dev@x.example", "--name", "Dev Co", "--developer");
    expect(fieldsOf(result)).toEqual({
      account_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      invitation: expect.stringMatching(`^${run.demo.urls.http}/invitations/`),
    });
    expect(result.out).toMatch(
      /The link is also sent to dev@x\.example\. It works once, until \d{4}-\S+ \d\d:\d\d UTC, /,
    );
    made.developer = fieldsOf(result).account_id!;
  });

  it("accounts create --json prints account and invitation in one document", async () => {
    const result = await latchkey("accounts", "create", "--email", "mia@x.example", "--name", "Mia", "--json");
    expect(jsonOf(result)).toMatchObject({
      account: { accountId: expect.any(String), email: "mia@x.example", developer: false },
      invitation: { url: expect.stringContaining("/invitations/"), expiresAt: expect.any(String) },
    });
  });

  it("apps submit accepts the developer's e-mail and prints the secret and the next command", async () => {
    const result = await latchkey(
      ...["apps", "submit", "--developer", "dev@x.example", "--name", "Label Maker", "--purpose", "Prints labels."],
      ...["--redirect-uri", "https://labels.example/cb", "--redirect-uri", "https://labels.example/cb2"],
      ...["--scope", "orders:read=To know what to send", "--scope", "products:read?=For weights"],
      ...["--launch-url", "https://labels.example/launch", "--website", "https://labels.example"],
      ...["--support", "help@labels.example", "--privacy-policy", "https://labels.example/privacy"],
    );
    const { client_id = "", client_secret = "", state } = fieldsOf(result);
    expect([client_id, client_secret, state]).toEqual([
      expect.stringMatching(/^app_[0-9A-Za-z]{22}$/),
      expect.stringMatching(SECRET),
      "submitted",
    ]);
    expect(result.out).toContain("Store the secret now: it is not shown again.");
    expect(result.out).toContain(`To approve it: latchkey apps review approve ${client_id}`);
    Object.assign(made, { app: client_id, secret: client_secret });
  });

  it("apps list --state submitted lists the review queue", async () => {
    const result = await latchkey("apps", "list", "--state", "submitted");
    expect(rowsOf(result)).toEqual([
      {
        CLIENT_ID: made.app,
        NAME: "Label Maker",
        DEVELOPER: "Dev Co",
        STATE: "submitted",
        CHANGED: expect.stringMatching(MOMENT),
      },
    ]);
    expect(jsonOf(await latchkey("apps", "list", "--developer", "dev@x.example", "--json")).apps).toHaveLength(1);
    expect((await latchkey("apps", "list", "--name", "nobody's")).out).toBe("none\n");
  });

  it("apps show prints the whole profile and never the secret", async () => {
    const result = await latchkey("apps", "show", made.app);
    expect(fieldsOf(result)).toMatchObject({
      client_id: made.app,
      name: "Label Maker",
      state: "submitted",
      developer: `Dev Co (${made.developer})`,
      purpose: "Prints labels.",
      redirect_uris: "https://labels.example/cb https://labels.example/cb2",
      launch_url: "https://labels.example/launch",
      support: "help@labels.example",
      privacy_policy: "https://labels.example/privacy",
    });
    expect(result.out).toMatch(/orders:read +normal +required +To know what to send\n/);
    expect(result.out).toMatch(/products:read +normal +optional +For weights\n/);
    expect(result.out).toMatch(/History\nAT +ACTION +REVISION +STATE\n.* submit +1 +submitted\n/);
    expect(result.out).not.toContain(made.secret);
    expect(JSON.stringify(jsonOf(await latchkey("apps", "show", made.app, "--json")))).not.toContain(made.secret);
  });

  it("apps review request-changes returns the app, and submit submits it again", async () => {
    const verdict = ["--reason-code", "REDIRECT_URI", "--reason", "One will do."];
    const result = await latchkey("apps", "review", "request-changes", made.app, ...verdict);
    expect(fieldsOf(result)).toMatchObject({ client_id: made.app, state: "changes-requested" });
    expect(fieldsOf(await latchkey("apps", "show", made.app)).reason).toBe("REDIRECT_URI: One will do.");
    const again = await latchkey("apps", "submit", made.app, "--redirect-uri", "https://labels.example/cb");
    expect(fieldsOf(again).state).toBe("submitted");
    expect(fieldsOf(await latchkey("apps", "show", made.app)).redirect_uris).toBe("https://labels.example/cb");
  });

  it("apps withdraw, update, submit, review start and review reject", async () => {
    expect(jsonOf(await latchkey("apps", "withdraw", made.app, "--json")).app.state).toBe("APP_STATE_DRAFT");
    expect(fieldsOf(await latchkey("apps", "update", made.app, "--purpose", "Labels.")).state).toBe("draft");
    expect(jsonOf(await latchkey("apps", "submit", made.app, "--json")).app.profile.purpose).toBe("Labels.");
    expect(fieldsOf(await latchkey("apps", "review", "start", made.app)).state).toBe("in-review");
    const verdict = ["--reason-code", "PURPOSE", "--reason", "Too short.", "--json"];
    expect(jsonOf(await latchkey("apps", "review", "reject", made.app, ...verdict)).app).toMatchObject({
      state: "APP_STATE_REJECTED",
      reasonCode: "PURPOSE",
      reasonText: "Too short.",
    });
    expect(fieldsOf(await latchkey("apps", "submit", made.app)).state).toBe("submitted");
  });

  it("apps install-link works only after apps review approve", async () => {
    expect(await latchkey("apps", "install-link", made.app)).toEqual({
      status: 1,
      out: "",
      err: "latchkey: The app is submitted; only approved apps have an install link.\n",
    });
    const result = await latchkey("apps", "review", "approve", made.app, "--revision", "3");
    expect(fieldsOf(result).state).toBe("approved");
    expect(result.out).toContain(`To print the install link: latchkey apps install-link ${made.app}`);
    const link = `${run.demo.urls.http}/install/${made.app}`;
    expect(await latchkey("apps", "install-link", made.app)).toEqual({ status: 0, out: `${link}\n`, err: "" });
    expect(jsonOf(await latchkey("apps", "install-link", made.app, "--json"))).toEqual({
      clientId: made.app,
      installUrl: link,
    });
  });

  it("merchants create, add-member, show, list and remove-member", async () => {
    const result = await latchkey(
      "merchants",
      "create",
      "--id",
      "shop-1",
      "--name",
      "Shop",
      "--owner",
      "mia@x.example",
    );
    expect(fieldsOf(result)).toMatchObject({ merchant_id: "shop-1", name: "Shop", state: "active" });
    expect((await latchkey("merchants", "add-member", "shop-1", "dev@x.example", "--role", "manager")).out).toBe(
      "Dev Co is manager of Shop.\n",
    );
    const shown = await latchkey("merchants", "show", "shop-1");
    expect(shown.out).toMatch(/Members\nACCOUNT_ID +NAME +ROLE\n/);
    expect(shown.out).toMatch(/ Dev Co +manager\n/);
    const json = jsonOf(
      await latchkey("merchants", "add-member", "shop-1", "dev@x.example", "--role", "member", "--json"),
    );
    expect(json.membership.role).toBe("MERCHANT_ROLE_MEMBER");
    expect((await latchkey("merchants", "remove-member", "shop-1", "dev@x.example")).out).toBe(
      "dev@x.example is no longer a member of shop-1.\n",
    );
    expect(jsonOf(await latchkey("merchants", "show", "shop-1", "--json")).members).toHaveLength(1);
    expect(rowsOf(await latchkey("merchants", "list", "--name", "sho"))).toEqual([
      { MERCHANT_ID: "shop-1", NAME: "Shop", STATE: "active", CREATED: expect.stringMatching(MOMENT) },
    ]);
    expect(jsonOf(await latchkey("merchants", "list", "--json")).merchants).toHaveLength(2);
  });

  it("accounts list, show, roles, suspend, resume and invite", async () => {
    expect(rowsOf(await latchkey("accounts", "list", "--email", "dev@"))).toEqual([
      { ACCOUNT_ID: made.developer, EMAIL: "dev@x.example", NAME: "Dev Co", ROLES: "developer", STATE: "active" },
    ]);
    expect(jsonOf(await latchkey("accounts", "list", "--json")).accounts).toHaveLength(5);
    const shown = await latchkey("accounts", "show", "mia@x.example");
    expect(fieldsOf(shown)).toMatchObject({ email: "mia@x.example", password: "not set" });
    expect(shown.out).toMatch(/Merchants\nMERCHANT_ID +NAME +ROLE\nshop-1 +Shop +owner\n/);
    expect(jsonOf(await latchkey("accounts", "show", made.developer, "--json")).account.developer).toBe(true);
    expect(fieldsOf(await latchkey("accounts", "roles", "mia@x.example", "--developer")).roles).toBe("developer");
    expect(
      jsonOf(await latchkey("accounts", "roles", "mia@x.example", "--no-developer", "--json")).account.developer,
    ).toBe(false);
    expect(fieldsOf(await latchkey("accounts", "suspend", "mia@x.example", "--reason-code", "LEFT")).state).toBe(
      "suspended",
    );
    expect(jsonOf(await latchkey("accounts", "resume", "mia@x.example", "--json")).account.state).toBe(
      "ACCOUNT_STATE_ACTIVE",
    );
    const invited = await latchkey("accounts", "invite", "max@x.example", "--merchant", "shop-1", "--role", "manager");
    expect(fieldsOf(invited).invitation).toContain("/invitations/");
    expect(jsonOf(await latchkey("accounts", "invite", "ida@x.example", "--operator", "--json")).url).toContain(
      "/invitations/",
    );
  });

  it("teams invite, members, set-role and remove-member", async () => {
    const team = "dev@x.example";
    const invited = await latchkey("teams", "invite", team, "mia@x.example", "--role", "owner");
    expect(fieldsOf(invited).invitation).toContain("/invitations/");
    const [open] = rowsOf(await latchkey("invitations", "list", "--team", team));
    expect(open).toMatchObject({ EMAIL: "mia@x.example", AS: "team owner", TO: made.developer });
    const members = async () =>
      rowsOf(await latchkey("teams", "members", team)).map(({ EMAIL, ROLE }) => `${EMAIL} ${ROLE}`);
    expect(await members()).toEqual(["dev@x.example owner"]);
    const join =
      "insert into team_member (team_id, account_id, role) select $1, id, 'MEMBER' from account where email = $2";
    await stage.query(join, [made.developer, "mia@x.example"]);
    expect(await members()).toEqual(["dev@x.example owner", "mia@x.example member"]);
    expect((await latchkey("accounts", "show", "mia@x.example")).out).toMatch(/Teams\n.*\n\S+ +Dev Co +member\n/);
    const promoted = await latchkey("teams", "set-role", team, "mia@x.example", "--role", "owner");
    expect(promoted.out).toBe("Mia is owner of the team.\n");
    const listed = jsonOf(await latchkey("teams", "members", made.developer, "--json")).members;
    expect(listed.map(({ role }: { role: string }) => role)).toEqual(["TEAM_ROLE_OWNER", "TEAM_ROLE_OWNER"]);
    const removed = await latchkey("teams", "remove-member", team, "mia@x.example");
    expect(removed.out).toBe("mia@x.example is no longer a member of the team.\n");
    expect(await members()).toEqual(["dev@x.example owner"]);
    expect((await latchkey("invitations", "list", "--team", team)).out).toBe("none\n");
    expect(await latchkey("teams", "members", "mia@x.example")).toMatchObject({ status: 0 });
    const unknown = await latchkey("teams", "members", "x");
    expect([unknown.status, unknown.err]).toEqual([1, expect.stringContaining("latchkey accounts list")]);
  });

  it("lists of apps, merchants and accounts are searched and sorted", async () => {
    const names = async (...words: string[]) => rowsOf(await latchkey(...words)).map(({ NAME }) => NAME);
    expect(await names("apps", "list", "--search", "MAKE")).toEqual(["Label Maker"]);
    expect(await names("apps", "list", "--sort", "created")).toEqual(["Parcel Pilot", "Label Maker"]);
    expect(await names("apps", "list", "--sort", "created", "--descending")).toEqual(["Label Maker", "Parcel Pilot"]);
    expect(await names("merchants", "list", "--search", "hop", "--sort", "name")).toEqual(["Shop"]);
    expect(await names("accounts", "list", "--search", "ev Co")).toEqual(["Dev Co"]);
    expect((await names("accounts", "list", "--sort", "created", "--descending"))[0]).toBe("Mia");
    const unsorted = await latchkey("merchants", "list", "--descending");
    expect([unsorted.status, unsorted.err]).toEqual([1, expect.stringContaining("sort")]);
  });

  it("keys create prints the key, and keys list does not", async () => {
    const result = await latchkey("keys", "create", "orders API", "--permission", "tokens:introspect", "--days", "30");
    const { service_key = "", service_key_id = "", permissions, expires } = fieldsOf(result);
    expect([permissions, expires]).toEqual(["tokens:introspect", expect.stringMatching(MOMENT)]);
    expect(service_key).toMatch(/^lk_sk_[0-9A-Za-z]{71}$/);
    expect(result.out).toContain("Store the key now: it is not shown again.");
    Object.assign(made, { key: service_key, keyId: service_key_id });
    const listed = await latchkey("keys", "list");
    expect(listed.out).toContain(`${service_key_id}  orders API  …${service_key.slice(-4)}`);
    expect(listed.out).not.toContain(service_key);
    for (const line of listed.out.split("\n")) expect(line.length).toBeLessThan(160);
    const json = jsonOf(await latchkey("keys", "create", "gateway", "--permission", "audit:read", "--json"));
    expect(json).toMatchObject({
      serviceKey: { permissions: ["audit:read"] },
      secret: expect.stringContaining("lk_sk_"),
    });
    expect(jsonOf(await latchkey("keys", "list", "--json")).serviceKeys).toHaveLength(4);
  });

  it("scopes list and upsert", async () => {
    const put = ["scopes", "upsert", "stock:write", "--title", "Change your stock", "--sensitivity", "sensitive"];
    expect(fieldsOf(await latchkey(...put))).toEqual({
      scope: "stock:write",
      title: "Change your stock",
      sensitivity: "sensitive",
    });
    expect(jsonOf(await latchkey(...put, "--retired", "--json")).scope).toMatchObject({ retired: true });
    const inGerman = ["--title-in", "de=Bestand ändern", "--description-in", "de=Mengen."];
    const german = { title_de: "Bestand ändern", description_de: "Mengen." };
    expect(fieldsOf(await latchkey(...put, ...inGerman))).toMatchObject(german);
    expect(fieldsOf(await latchkey(...put))).toMatchObject(german);
    const untitled = await latchkey(...put, "--description-in", "de=Mengen.");
    expect([untitled.status, untitled.err]).toEqual([2, expect.stringContaining("add --title-in de=")]);
    expect(jsonOf(await latchkey(...put, "--retired", "--no-texts", "--json")).scope.texts).toEqual([]);
    expect((await latchkey("scopes", "list")).out).not.toContain("stock:write");
    expect(rowsOf(await latchkey("scopes", "list", "--all"))).toContainEqual({
      SCOPE: "stock:write",
      TITLE: "Change your stock",
      ALSO_IN: "",
      SENSITIVITY: "sensitive",
      RETIRED: "yes",
    });
    expect(jsonOf(await latchkey("scopes", "list", "--json")).scopes).toHaveLength(5);
  });

  it.each([["--operator"], ["--developer"], []])(
    "the invitation of accounts create %s sets the first password",
    async (...roles) => {
      const email = `new${roles.join("")}@x.example`;
      const result = await latchkey("accounts", "create", "--email", email, "--name", "New", ...roles);
      const page = await fetch(fieldsOf(result).invitation!);
      expect(await page.text()).toContain('name="password"');
    },
  );
});

describe("an operator manages the installed app", () => {
  it("installations list and show", async () => {
    await install();
    const [row, ...more] = rowsOf(await latchkey("installations", "list", "--app", made.app, "--merchant", "shop-1"));
    expect([row, more]).toEqual([
      expect.objectContaining({ APP: "Label Maker", MERCHANT: "shop-1", STATE: "active", SCOPES: "orders:read" }),
      [],
    ]);
    made.installation = row!.INSTALLATION_ID!;
    expect(fieldsOf(await latchkey("installations", "show", made.installation))).toMatchObject({
      app: `Label Maker (${made.app})`,
      merchant: "Shop (shop-1)",
      scopes: "orders:read",
      connected_by: "Mia",
      version: "1",
    });
    const found = async (...options: string[]) =>
      jsonOf(await latchkey("installations", "list", ...options, "--json")).installations.length;
    expect(await found("--state", "active")).toBe(1);
    expect(await found("--app", made.app, "--search", "hop")).toBe(1);
    expect(await found("--app", made.app, "--search", "harbour")).toBe(0);
    expect(await found("--app", made.app, "--health", "failing")).toBe(0);
    expect(jsonOf(await latchkey("installations", "show", made.installation, "--json")).installation.version).toBe(1);
  });

  it("accounts reset-second-factor says that there was nothing to remove", async () => {
    const result = await latchkey("accounts", "reset-second-factor", "mia@x.example");
    expect(result.out).toMatch(/^email +mia@x\.example$/m);
    expect(result.out).toMatch(/\n\nThe account had no second factors\. Nothing was removed\.\n$/);
    expect(jsonOf(await latchkey("accounts", "reset-second-factor", "mia@x.example", "--json"))).toMatchObject({
      account: { email: "mia@x.example" },
      removed: { authenticatorApps: 0, endedSessions: 0 },
    });
  });

  it("installations suspend and resume", async () => {
    const suspended = await latchkey(
      "installations",
      "suspend",
      made.installation,
      "--reason-code",
      "FRAUD",
      "--reason",
      "Odd.",
    );
    expect(fieldsOf(suspended)).toMatchObject({ state: "suspended", suspended_by: "operator", reason: "FRAUD: Odd." });
    expect(await isActive()).toBe(false);
    expect(fieldsOf(await latchkey("installations", "resume", made.installation)).state).toBe("active");
    expect(await isActive()).toBe(true);
  });

  it("apps suspend and resume", async () => {
    const reason = ["--reason-code", "FRAUD", "--reason", "It looks odd."];
    expect(fieldsOf(await latchkey("apps", "suspend", made.app, ...reason)).state).toBe("suspended");
    expect(await isActive()).toBe(false);
    expect(jsonOf(await latchkey("apps", "resume", made.app, "--json")).app.state).toBe("APP_STATE_APPROVED");
    expect(await isActive()).toBe(true);
  });

  it("merchants suspend and resume", async () => {
    expect(fieldsOf(await latchkey("merchants", "suspend", "shop-1", "--reason-code", "PAYMENT"))).toMatchObject({
      state: "suspended",
      reason: "PAYMENT",
    });
    expect(await isActive()).toBe(false);
    expect(jsonOf(await latchkey("merchants", "resume", "shop-1", "--json")).merchant.state).toBe(
      "MERCHANT_STATE_ACTIVE",
    );
  });

  it("apps secrets rotate and retire: two secrets are valid, a third is rejected, --now invalidates one", async () => {
    const result = await latchkey("apps", "secrets", "rotate", made.app);
    const { client_secret = "" } = fieldsOf(result);
    expect(client_secret).toMatch(SECRET);
    expect(result.out).toContain(`The old secret, which ends with …${made.secret.slice(-4)}, stays valid for 7 days.`);
    expect(await Promise.all([works(made.secret), works(client_secret)])).toEqual([true, true]);
    const third = await latchkey("apps", "secrets", "rotate", made.app, "--json");
    expect([third.status, third.out]).toEqual([1, ""]);
    expect(third.err).toMatch(/\(SECRET_LIMIT\)\.\n {2}Retire one first: latchkey apps secrets retire/);
    const [, hint] = /now: latchkey (apps secrets retire .*)\n/.exec(result.out)!;
    const retired = await latchkey(...hint!.split(" "));
    expect([retired.status, retired.out]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36} is no longer valid\n$/)]);
    expect(await Promise.all([works(made.secret), works(client_secret)])).toEqual([false, true]);
    const kept = jsonOf(await latchkey("apps", "secrets", "rotate", made.app, "--keep", "--json"));
    expect(kept).toEqual({ secret: expect.anything(), clientSecret: expect.stringMatching(SECRET) });
    const { secretId } = kept.secret;
    expect((await latchkey("apps", "secrets", "retire", made.app, secretId)).out).toMatch(
      /^\S+ is valid until 20\d\d-\S+ \d\d:\d\d UTC$/m,
    );
    expect(
      jsonOf(await latchkey("apps", "secrets", "retire", made.app, secretId, "--now", "--json")).secret.secretId,
    ).toBe(secretId);
  });

  it("tokens revoke and installations uninstall", async () => {
    const past = ["--before", "2020-01-01T00:00:00Z"];
    expect((await latchkey("tokens", "revoke", "--app", made.app, ...past)).out).toBe(
      "Revoked all tokens that were authorized until 2020-01-01 00:00 UTC.\n",
    );
    expect(await isActive()).toBe(true);
    expect(jsonOf(await latchkey("tokens", "revoke", "--merchant", "shop-1", "--json"))).toHaveProperty("notBefore");
    expect(await isActive()).toBe(false);
    // Standard input is no terminal.
    expect((await latchkey("tokens", "revoke", "--everything")).err).toContain("Add --yes to confirm.");
    expect((await latchkey("tokens", "revoke", "--everything", "--yes")).status).toBe(0);
    expect(fieldsOf(await latchkey("installations", "uninstall", made.installation))).toMatchObject({
      state: "uninstalled",
    });
    expect(jsonOf(await latchkey("installations", "uninstall", made.installation, "--json")).installation.state).toBe(
      "INSTALLATION_STATE_UNINSTALLED",
    );
  });

  it("invitations list and revoke, merchants members", async () => {
    const invited = await latchkey(
      "accounts",
      "invite",
      "guest@x.example",
      "--merchant",
      "shop-1",
      "--role",
      "manager",
    );
    expect(invited.status).toBe(0);
    const [row] = rowsOf(await latchkey("invitations", "list", "--merchant", "shop-1", "--email", "GUEST"));
    expect(row).toMatchObject({ EMAIL: "guest@x.example", AS: "manager", TO: "shop-1", STATE: "open" });
    const revoke = () => latchkey("invitations", "revoke", row!.INVITATION_ID!);
    expect((await revoke()).out).toBe("The invitation for guest@x.example is revoked. Its link no longer works.\n");
    expect((await latchkey("invitations", "list", "--email", "guest")).out).toBe("none\n");
    expect(jsonOf(await latchkey("invitations", "list", "--all", "--email", "guest", "--json")).invitations).toEqual([
      expect.objectContaining({ invitationId: row!.INVITATION_ID, state: "INVITATION_STATE_REVOKED" }),
    ]);
    expect(rowsOf(await latchkey("merchants", "members", "shop-1"))).toContainEqual(
      expect.objectContaining({ EMAIL: "mia@x.example", ROLE: "owner" }),
    );
  });

  it("keys revoke hides the key from keys list without --all", async () => {
    const asCaller = terminalWith({ CORE_URL: `http://${run.demo.urls.grpc}`, SERVICE_KEY: made.key });
    expect((await asCaller("apps", "list")).err).toContain("lacks the permission apps:read");
    expect((await latchkey("keys", "revoke", made.keyId)).out).toBe(
      '"orders API" is revoked. All services reject it within seconds.\n',
    );
    expect((await latchkey("keys", "list")).out).not.toContain(made.keyId);
    expect((await latchkey("keys", "list", "--all")).out).toMatch(/orders API.* revoked 20\d\d-/);
    expect(jsonOf(await latchkey("keys", "revoke", made.keyId, "--json")).serviceKey.revokedAt).toEqual(
      expect.any(String),
    );
  });

  it("audit list filters and pages events, in lines of limited width", async () => {
    const result = await latchkey("audit", "list", "--app", made.app, "--action", "app.approve");
    expect(rowsOf(result)).toEqual([
      expect.objectContaining({
        ACTION: "app.approve",
        BY: expect.stringMatching(/^key \S+/),
        APP: made.app,
      }),
    ]);
    for (const line of (await latchkey("audit", "list", "--page-size", "200")).out.split("\n")) {
      expect(line.length).toBeLessThan(250);
    }
    const by = jsonOf(await latchkey("audit", "list", "--account", "mia@x.example", "--json")).events;
    expect(by).not.toEqual([]);
    expect(by).toEqual(Array(by.length).fill(expect.objectContaining({ accountEmail: "mia@x.example" })));
    expect((await latchkey("audit", "list", "--actor", "mia@x.example")).out).toBe("none\n");
    const later = ["--from", "2099-01-01T00:00:00Z"];
    expect((await latchkey("audit", "list", ...later)).out).toBe("none\n");
    const first = await latchkey("audit", "list", "--page-size", "2");
    const [, token] = /For the next page, add --page-token (\S+)\n$/.exec(first.out)!;
    const second = jsonOf(await latchkey("audit", "list", "--page-size", "2", "--page-token", token!, "--json"));
    expect(second.events).toHaveLength(2);
  });

  it("events list filters and pages events, the oldest first", async () => {
    const result = await latchkey("events", "list", "--app", made.app, "--type", "app.approved");
    expect(rowsOf(result)).toEqual([expect.objectContaining({ TYPE: "app.approved", APP: made.app })]);
    expect((await latchkey("events", "list", "--merchant", "none")).out).toBe("none\n");
    const first = await latchkey("events", "list", "--page-size", "1");
    const [, token] = /For the next page, add --page-token (\S+)\n$/.exec(first.out)!;
    const second = jsonOf(await latchkey("events", "list", "--page-size", "1", "--page-token", token!, "--json"));
    expect(second.events).toHaveLength(1);
  });

  it("apps archive and merchants close", async () => {
    expect(fieldsOf(await latchkey("apps", "archive", made.app)).state).toBe("archived");
    expect(fieldsOf(await latchkey("merchants", "close", "shop-1")).state).toBe("closed");
    expect(
      jsonOf(await latchkey("merchants", "create", "--name", "Test", "--owner", "dev@x.example", "--test", "--json")),
    ).toMatchObject({ merchant: { test: true } });
  });
});

/** Installs the app on the shop with a code issued for Mia. */
async function install(): Promise<void> {
  const { account } = await run.core.accounts.getAccount({ email: "mia@x.example" });
  const redirectUri = "https://labels.example/cb";
  const { code } = await run.core.tokens.issue({
    ...{ clientId: made.app, redirectUri, scopes: ["orders:read"], state: "s", merchantId: "shop-1" },
    accountId: account!.accountId,
  });
  const app = { ...run.demo.app, client_id: made.app, client_secret: made.secret, redirect_uri: redirectUri };
  const { body } = await new OAuthApp({ ...run.demo, app }).exchange(code);
  made.token = String(body.access_token);
}

async function isActive(): Promise<boolean> {
  const { active } = await run.core.tokens.introspect({ token: made.token, consistency: 2 });
  return active === true;
}

async function works(secret: string): Promise<boolean> {
  const app = { ...run.demo.app, client_id: made.app, client_secret: secret };
  const { body } = await new OAuthApp({ ...run.demo, app }).refresh("none");
  return body.error === "invalid_grant";
}
