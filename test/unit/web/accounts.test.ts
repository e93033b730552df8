import { create } from "@bufbuild/protobuf";
import { beforeEach, describe, expect, test } from "vitest";
import { MerchantRole, TeamMembershipSchema, TeamRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { emailAddress } from "../../../src/web/components/email-address.ts";
import { openFlash } from "../../../src/web/router/flash-cookie.ts";
import { PASSWORD } from "./fakes/world.ts";
import { createSite, csrfIn, type Site, Visitor } from "./site.ts";

const COOKIE = "__Host-latchkey";

let site: Site;
let visitor: Visitor;
beforeEach(async () => {
  site = await createSite();
  site.world.addAccount({ email: "mia@shop.example", name: "Mia" });
  visitor = new Visitor(site);
  return () => site.app.close();
});

test.each(["email", "email/resend", "email/cancel", "language", "name", "verify-email"])(
  "the address of the form /account/%s leads to the profile",
  async (path) => {
    const { statusCode, headers } = await visitor.get(`/account/${path}`);
    expect([statusCode, headers.location]).toEqual([303, "/account"]);
  },
);

describe("sign-up", () => {
  const DEV = { name: "Dev GmbH", email: "dev@x.example", password: PASSWORD };

  test("creates a developer account and signs in", async () => {
    const answer = await visitor.submit("/sign-up", DEV);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/portal"]);
    expect((await visitor.get("/")).body).toContain("Hello, Dev GmbH");
  });

  test.each([
    ["no name", { ...DEV, name: " " }, "#name", "Enter a name."],
    ["no e-mail", { ...DEV, email: "" }, "#email", "Enter your e-mail address."],
    ["a broken e-mail", { ...DEV, email: "dev" }, "#email", "such as name@example.com"],
    ["a short password", { ...DEV, password: "short" }, "#password", "Use a password of 12 to 256 characters."],
    ["no password", { ...DEV, password: "" }, "#password", "Enter a password of at least 12 characters."],
    ["an e-mail in use", { ...DEV, email: "mia@shop.example" }, "#email", "Sign in instead."],
  ])("with %s the form shows an error at the field", async (_name, fields, href, text) => {
    const page = await visitor.submit("/sign-up", fields);
    expect(page.statusCode).toBe(400);
    expect(page.body).toMatch(new RegExp(`<a href="${href}">[^<]*${text}`));
    expect(page.body).toMatch(/<input id="\w+"[^>]*aria-invalid="true"/s);
    expect(visitor.cookies.has(COOKIE)).toBe(false);
  });

  test("continues with the page of the portal that it came for", async () => {
    const { body } = await visitor.get("/sign-in?next=/portal/apps/new");
    expect(body).toContain('href="/sign-up?next=%2Fportal%2Fapps%2Fnew"');
    const form = "/sign-up?next=%2Fportal%2Fapps%2Fnew";
    const refused = await visitor.submit(
      form,
      { ...DEV, next: "/portal/apps/new", password: "short", email: "dev" },
      "/sign-up",
    );
    expect(refused.body).toContain('<input type="hidden" name="next" value="/portal/apps/new">');
    expect(refused.body.match(/aria-invalid="true"/g)).toHaveLength(2);
    const made = await visitor.submit(form, { ...DEV, next: "/portal/apps/new" }, "/sign-up");
    expect(made.headers.location).toBe("/portal/apps/new");
  });

  test.each(["//evil.example", "/console", "/portals"])("does not continue with %s", async (next) => {
    expect((await visitor.get(`/sign-up?next=${encodeURIComponent(next)}`)).body).not.toContain(next);
    expect((await visitor.submit("/sign-up", { ...DEV, next })).headers.location).toBe("/portal");
  });

  test("says that a link was sent, if the platform sends mail", async () => {
    site.world.sendsMail = true;
    await visitor.submit("/sign-up", DEV);
    const [session = "", sealed = ""] = [COOKIE, `${COOKIE}-flash`].map((name) => visitor.cookies.get(name) ?? "");
    expect(openFlash(session, "/portal", sealed)).toEqual({
      done: "Account created. We sent a link to dev@x.example. Open it to verify your e-mail address.",
    });
  });

  test("that is closed is 404 and creates no account", async () => {
    const csrf_token = csrfIn(await visitor.get("/sign-up"));
    site.world.signUpOpen = false;
    expect((await visitor.get("/sign-up")).statusCode).toBe(404);
    expect((await visitor.post("/sign-up", { ...DEV, csrf_token })).statusCode).toBe(404);
    expect(site.world.accounts).toHaveLength(1);
  });

  test("leads a signed-in developer on", async () => {
    await visitor.submit("/sign-up", DEV);
    expect((await visitor.get("/sign-up")).headers.location).toBe("/portal");
    expect((await visitor.get("/sign-up?next=%2Fportal%2Fapps%2Fnew")).headers.location).toBe("/portal/apps/new");
  });

  test("C12 without its token is refused", async () => {
    await visitor.get("/sign-up");
    expect((await visitor.post("/sign-up", DEV)).statusCode).toBe(403);
    expect(site.world.accounts).toHaveLength(1);
  });
});

test("the profile names merchants as readers of the name only to developers", async () => {
  await visitor.submit("/sign-in", { email: "mia@shop.example", password: PASSWORD });
  expect((await visitor.get("/account")).body).toContain("Shown to the people you work with.</p>");
  site.world.accounts[0]!.account.developer = true;
  expect((await visitor.get("/account")).body).toContain("and to merchants as the developer of your apps.</p>");
});

test("the profile lists the shops and teams of the account with its role in each", async () => {
  const { world } = site;
  const { account } = world.accounts[0]!;
  await visitor.submit("/sign-in", { email: account.email, password: PASSWORD });
  const access = async () => /<h2 id="access">[\s\S]+?<\/section>/.exec((await visitor.get("/account")).body)![0];
  expect(await access()).toContain("You do not work in a shop or team yet.");
  for (let n = 1; n <= 6; n++) world.addMerchant(`m-${n}`, `Shop ${n}`, [[account, MerchantRole.MANAGER]]);
  account.operator = true;
  account.developer = true;
  const own = await access();
  expect(own).toMatch(
    /"\/console"><strong dir="auto">Console<[\s\S]+Operator[\s\S]+"\/portal"><strong dir="auto">Your developer team<[\s\S]+Owner[\s\S]+merchant=m-1"><strong dir="auto">Shop 1<[\s\S]+Shop · Manager/,
  );
  expect([own.includes("Shop 5"), own.includes("Shop 6"), own.includes("Show all shops")]).toEqual([true, false, true]);
  account.teams = [create(TeamMembershipSchema, { teamAccountId: "t", teamName: "Other", role: TeamRole.MEMBER })];
  const several = await access();
  expect([several.includes("Developer team · Member"), several.includes('href="/portal"')]).toEqual([true, false]);
});

test("the profile says where its messages go and in which language, and lists mails about apps only for teams", async () => {
  const { world } = site;
  const { account } = world.accounts[0]!;
  await visitor.submit("/sign-in", { email: account.email, password: PASSWORD });
  const messages = async (language = "en") =>
    /<h2 id="messages">[\s\S]+?<\/section>/.exec(
      (await visitor.get("/account", { "accept-language": language })).body,
    )![0];
  expect(await messages()).toContain(`<strong>${emailAddress(account.email)}</strong></p>`);
  expect(await messages()).toContain('<details class="phone-fold"><summary>Kinds of messages</summary><ul');
  expect(await messages()).not.toContain("Your apps");
  account.language = "de";
  expect(await messages()).toContain(
    `<strong>${emailAddress(account.email)}</strong> <span class="muted">in German</span>`,
  );
  expect(await messages("de")).toContain('<span class="muted">auf Deutsch</span>');
  account.teams = [create(TeamMembershipSchema, { teamAccountId: "t", teamName: "Team", role: TeamRole.MEMBER })];
  expect(await messages()).toContain("Results of the reviews of apps that you submit.");
  account.teams[0]!.role = TeamRole.OWNER;
  expect(await messages()).toContain("secrets that expire");
  world.sendsMail = false;
  expect(await messages()).toContain("Latchkey sends no e-mail.");
});

describe("an invitation", () => {
  const invite = (email: string, accountName = "") => {
    site.world.invitations.set("t0ken", {
      email,
      accountName,
      merchantName: "Harbour Coffee",
      role: MerchantRole.MANAGER,
      used: false,
    });
    return "/invitations/t0ken";
  };

  test("of a new account asks for a name and a password, and signs in", async () => {
    const address = invite("new@x.example");
    const { body } = await visitor.get(address);
    expect(body).toMatch(
      /Join Harbour Coffee[\s\S]*Mia Merchant \(owner\) invites you to the shop Harbour Coffee\. On Latchkey, shops connect apps and decide which data each app gets\.[\s\S]*<strong>Manager:<\/strong> can connect, pause and uninstall apps<[\s\S]*new@x\.example[\s\S]*Valid until[\s\S]*<time/,
    );
    const [, expiresAt = "", shown = ""] =
      /Valid until<\/dt><dd><time datetime="([^"]*)"[^>]*>([^<]*)/.exec(body) ?? [];
    expect(shown).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d UTC$/);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(7);
    const answer = await visitor.submit(address, { name: "New", password: PASSWORD });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/"]);
    expect((await visitor.get("/")).body).toContain("Hello, New");
  });

  test("to an account that the platform made shows the name that it has", async () => {
    expect((await visitor.get(invite("new@x.example", "Nora New"))).body).toContain('value="Nora New"');
  });

  test("C10 of a new account ends the browser's previous session", async () => {
    const before = site.world.signIn(site.world.accounts[0]!.account);
    const address = invite("new@x.example");
    expect((await visitor.get(address)).body).not.toContain("You are signed in as");
    visitor.cookies.set(COOKIE, before);
    expect((await visitor.get(address)).body).toMatch(
      /You are signed in as Mia [\s\S]*you are signed out of your account here/,
    );
    await visitor.submit(address, { name: "New", password: PASSWORD });
    expect((await visitor.get("/")).body).toContain("Hello, New");
    expect(site.world.sessions.has(before)).toBe(false);
  });

  test("of a new account with a short password shows the form again", async () => {
    const page = await visitor.submit(invite("new@x.example"), { name: "New", password: "short" });
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain('<a href="#password">');
  });

  test("of an existing account requires sign-in and one button", async () => {
    const address = invite("mia@shop.example");
    expect((await visitor.get(address)).body).toContain("/sign-in?next=%2Finvitations%2Ft0ken");
    visitor.cookies.set(COOKIE, site.world.signIn(site.world.accounts[0]!.account));
    expect((await visitor.submit(address, {})).headers.location).toBe("/");
    expect((await visitor.get("/")).body).toMatch(/role="status"><p>You are now a manager of /);
    expect(site.world.invitations.get("t0ken")?.used).toBe(true);
  });

  test("to an address that another person may have signed up with offers a new password by mail", async () => {
    const held = site.world.addAccount({ email: "held@x.example", name: "Stranger" });
    const page = async () => (await visitor.get(invite("held@x.example"))).body;
    expect(await page()).not.toContain("/forgot-password");
    held.emailVerifiedAt = undefined;
    expect(await page()).toContain('<a href="/forgot-password">Set a new password</a>');
    site.world.sendsMail = false;
    expect(await page()).toContain("If that account is not yours, contact Latchkey.");
    expect(await page()).not.toContain("/forgot-password");
  });

  test("of another account is refused", async () => {
    site.world.addAccount({ email: "zoe@x.example", name: "Zoe" });
    const address = invite("zoe@x.example");
    visitor.cookies.set(COOKIE, site.world.signIn(site.world.accounts[0]!.account));
    const page = await visitor.get(address);
    expect(page.body).toContain(
      `You are signed in as Mia ${emailAddress("(mia@shop.example).")} The invitation is for ${emailAddress("zoe@x.example.")} To accept or decline it, sign in with that address.`,
    );
    expect(page.body).not.toContain(`action="${address}"`);
    expect(page.body).not.toContain("/decline");
    expect(page.body).toContain('<a class="button secondary outline wide" href="/">Stay signed in</a>');
  });

  test("is declined with one button, without a session; the link no longer works", async () => {
    const address = invite("new@x.example");
    const page = await visitor.get(address);
    expect(page.body).toContain("The link stops working. To join later, ask for a new invitation.");
    const csrf_token = csrfIn(page);
    const answer = await visitor.post(`${address}/decline`, { csrf_token });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/invitations/declined"]);
    expect((await visitor.get("/invitations/declined")).body).toContain("Invitation declined");
    expect((await visitor.get(address)).statusCode).toBe(404);
    expect((await visitor.post(`${address}/decline`, { csrf_token })).statusCode).toBe(404);
  });

  test("cannot be declined with a core of the previous release", async () => {
    const address = invite("new@x.example");
    site.world.previousCore = true;
    const { statusCode, body } = await visitor.get(address);
    expect(statusCode).toBe(200);
    expect(body).toContain("Harbour Coffee");
    expect(body).not.toContain("/decline");
  });

  test("C12 is not declined without its token", async () => {
    const address = invite("new@x.example");
    await visitor.get(address);
    expect((await visitor.post(`${address}/decline`, {})).statusCode).toBe(403);
    expect(site.world.invitations.get("t0ken")?.used).toBe(false);
  });

  test("by an owner without a name names the role of the inviter", async () => {
    const address = invite("new@x.example");
    site.world.invitations.get("t0ken")!.invitedByName = "";
    expect((await visitor.get(address)).body).toContain("An owner invites you to the shop Harbour Coffee.");
  });

  test("by an owner with the name of the platform does not come from the platform", async () => {
    const address = invite("new@x.example");
    site.world.invitations.get("t0ken")!.invitedByName = "Latchkey";
    const { body } = await visitor.get(address);
    expect(body).toContain("Latchkey (owner) invites you to the shop Harbour Coffee.");
  });

  test("that is used or unknown is 404", async () => {
    const address = invite("new@x.example");
    await visitor.submit(address, { name: "New", password: PASSWORD });
    expect((await visitor.get(address)).statusCode).toBe(404);
    expect((await visitor.get("/invitations/none")).statusCode).toBe(404);
  });

  test("C12 without its token is refused", async () => {
    const address = invite("new@x.example");
    await visitor.get(address);
    expect((await visitor.post(address, { name: "New", password: PASSWORD })).statusCode).toBe(403);
    expect(site.world.invitations.get("t0ken")?.used).toBe(false);
  });
});

describe("the platform's own login", () => {
  beforeEach(() => {
    site.world.external.label = "Sign in with Harbour ID";
  });
  const callback = "/sign-in/external/callback?code=x&state=provider-state";

  test("has a button with its label and `next`", async () => {
    const { body } = await visitor.get("/sign-in?next=%2Finstall%2Fapp_1");
    expect(body).toContain('href="/sign-in/external?next=%2Finstall%2Fapp_1">Sign in with Harbour ID</a>');
  });

  test("redirects to the provider and back with a new session", async () => {
    const there = await visitor.get("/sign-in/external?next=%2Finstall%2Fapp_1");
    expect([there.statusCode, there.headers.location]).toEqual([
      303,
      "https://login.example/authorize?state=provider-state",
    ]);
    expect(there.headers["set-cookie"]).toMatch(
      /^__Host-latchkey-external=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/,
    );
    const back = await visitor.get(callback);
    expect([back.statusCode, back.headers.location]).toEqual([303, "/install/app_1"]);
    expect(visitor.cookies.has(COOKIE)).toBe(true);
    expect(visitor.cookies.has("__Host-latchkey-external")).toBe(false);
  });

  test("R5 returns only to paths of this origin", async () => {
    await visitor.get("/sign-in/external?next=%2F%2Fevil.example");
    expect((await visitor.get(callback)).headers.location).toBe("/");
  });

  test("is refused in another browser", async () => {
    await visitor.get("/sign-in/external");
    const other = new Visitor(site);
    expect((await other.get(callback)).statusCode).toBe(400);
    other.cookies.set("__Host-latchkey-external", "another");
    expect((await other.get(callback)).statusCode).toBe(400);
    expect(other.cookies.has(COOKIE)).toBe(false);
  });

  test("that is not set up is 404", async () => {
    site.world.external.label = "";
    expect((await visitor.get("/sign-in/external")).statusCode).toBe(404);
    expect((await visitor.get("/sign-in")).body).not.toContain("/sign-in/external");
  });
});

describe("the language", () => {
  test("is stored in a cookie and returns to the page", async () => {
    const answer = await visitor.get("/language?to=de&next=%2Fsign-in%3Fnext%3D%252Finstall%252Fapp_1");
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/sign-in?next=%2Finstall%2Fapp_1"]);
    const page = await visitor.get("/sign-in", { "accept-language": "en" });
    expect(page.body).toContain('<html lang="de">');
    expect(page.body).toContain("Passwort");
  });

  test("R5 redirects only to this origin", async () => {
    expect((await visitor.get("/language?to=de&next=//evil.example")).headers.location).toBe("/");
  });

  test("that is unknown is not stored", async () => {
    expect((await visitor.get("/language?to=xx")).headers["set-cookie"]).toBeUndefined();
  });
});
