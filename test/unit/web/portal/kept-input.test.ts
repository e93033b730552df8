import { describe, expect, test } from "vitest";
import { type Page, Visitor } from "../site.ts";
import { COMPLETE, type Developer, ORDERS, signUp, usePortalSite } from "./portal-site.ts";

const site = usePortalSite();

const NEW = "/portal/apps/new";
const PASSWORD = "correct horse battery staple";
const RESTORED = "You were signed out. Your input is back in the form and is not saved yet.";

/** Sends the form of a new app after the session has ended in another tab. */
async function sendSignedOut(ada: Developer, fields: Record<string, string>, headers = {}): Promise<Page> {
  const { csrf_token = "", form_owner = "" } = formIn(await ada.get(NEW), NEW);
  ada.cookies.delete("__Host-latchkey");
  return ada.send(NEW, { csrf_token, form_owner, ...fields, action: "submit" }, Buffer.from("a file"), headers);
}

/** The form of a page that goes to `action`, as a browser sends it. */
function formIn({ body }: Page, action: string): Record<string, string> {
  const [, form = ""] = new RegExp(`<form[^>]*action="${action}"[^>]*>([\\s\\S]*?)</form>`).exec(body) ?? [];
  const inputs = form.matchAll(/name="([^"]*)" value="([^"]*)"/g);
  const decode = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, decode(value!)]));
}

const signInWith = (ada: Developer, page: Page, password: string) =>
  ada.post("/sign-in", { ...formIn(page, "/sign-in"), email: ada.email, password });

describe("a form that came without a session", () => {
  const typed = { ...COMPLETE, name: 'Parcel "Pilot"', purpose: "First line.\r\nÄ second one." };

  test("is back after the sign-in, also after a wrong password, and is not processed", async () => {
    const ada = await signUp(site);
    const lost = await sendSignedOut(ada, typed);
    expect(lost.statusCode).toBe(403);
    expect(lost.body).toContain("Sign in with your password or a passkey to get your input back.");
    expect(lost.body).not.toContain("a file");
    const refused = await signInWith(ada, lost, "wrong");
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain("to get your input back.");
    const signedIn = await signInWith(ada, refused, PASSWORD);
    expect(signedIn.statusCode).toBe(200);
    const back = await ada.post(`${NEW}/restore`, formIn(signedIn, `${NEW}/restore`));
    expect(back.body).toContain(RESTORED);
    expect(back.body).toContain('value="Parcel &quot;Pilot&quot;"');
    expect(back.body).toMatch(/First line\.\r?\nÄ second one\./);
    expect(back.body).toContain(COMPLETE["redirect_uri-0"]);
    expect(back.body).toMatch(new RegExp(`id="scope-${ORDERS}"[^>]* checked`));
    expect((await ada.get("/portal")).body).not.toContain("Pilot");
  });

  test("is not shown to another account that signs in on the same page", async () => {
    const ada = await signUp(site);
    const stranger = await signUp(site, "Sam");
    const lost = await sendSignedOut(ada, typed);
    const signedIn = await ada.post("/sign-in", {
      ...formIn(lost, "/sign-in"),
      email: stranger.email,
      password: PASSWORD,
    });
    expect([signedIn.statusCode, signedIn.headers.location]).toEqual([303, NEW]);
    expect(signedIn.body).not.toContain("First line.");
    const form = (await ada.get(NEW)).body;
    expect(form).not.toContain("First line.");
    expect(form).toMatch(/role="status"><p>You signed in with another account, so the input [^<]*was not kept\./);
    expect((await ada.get(NEW)).body).not.toContain("was not kept");
  });

  test.each([
    ["without text", {}],
    ["with too much text", { ...typed, purpose: "ä".repeat(7_500) }],
    ["without the account that it was shown to", { ...typed, form_owner: "" }],
  ])("is lost %s", async (_name, fields) => {
    const lost = await sendSignedOut(await signUp(site), fields);
    expect([lost.statusCode, lost.headers.location]).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent(NEW)}&lost=form`,
    ]);
  });

  test("of another origin is refused", async () => {
    const lost = await sendSignedOut(await signUp(site), typed, { origin: "https://evil.example" });
    expect(lost.statusCode).toBe(403);
    expect(lost.body).not.toContain("Parcel");
  });

  test("does not bring back CSRF tokens and buttons", async () => {
    const lost = await sendSignedOut(await signUp(site), typed);
    const { kept = "" } = formIn(lost, "/sign-in");
    expect(kept).toContain("First line.");
    expect(kept).not.toContain("csrf_token");
    expect(kept).not.toContain('"action"');
  });
});

describe("the sign-in form", () => {
  test.each([
    ["a path that acts", (id: string) => ["/portal/apps/new", [["name", "x"]], id]],
    ["another origin", (id: string) => ["//evil.example/restore", [["name", "x"]], id]],
    ["no list of fields", (id: string) => ["/portal/apps/new/restore", { name: "x" }, id]],
    ["no account", () => ["/portal/apps/new/restore", [["name", "x"]]]],
    ["no JSON", () => "x"],
  ])("ignores kept input with %s", async (_name, keptOf) => {
    const ada = await signUp(site);
    const kept = keptOf(formIn(await ada.get(NEW), NEW).form_owner!);
    const guest = new Visitor(site as never);
    const fields = { email: ada.email, password: PASSWORD, next: NEW, kept: JSON.stringify(kept) };
    expect((await guest.submit("/sign-in", fields)).headers.location).toBe(NEW);
  });
});

test("kept input is shown only with the CSRF token of the session", async () => {
  const ada = await signUp(site);
  expect((await ada.post(`${NEW}/restore`, { name: "x" })).statusCode).toBe(403);
});
