import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { perFile } from "../../support/world/fixtures.ts";
import { useCoreSite } from "./core-site.ts";
import { csrfIn, openedIn, type Page } from "./site.ts";

const PATH = "/console/brand";

const site = useCoreSite();
const olga = perFile(() => site.person("Olga Operator", { operator: true }));

async function send(
  fields: Record<string, string>,
  logo: Buffer = Buffer.alloc(0),
  fileName = logo.length === 0 ? "" : "logo.png",
  by = olga,
): Promise<Page> {
  const form = new FormData();
  form.set("csrf_token", csrfIn(await by.browser.get(PATH)));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("logo", new Blob([new Uint8Array(logo)]), fileName);
  const request = new Request("https://login.example", { method: "POST", body: form });
  const body = Buffer.from(await request.arrayBuffer()).toString("latin1");
  return by.browser.post(PATH, body, { "content-type": request.headers.get("content-type")! });
}

describe("/console/brand", () => {
  test("an empty logo file is refused, and nothing is saved", async () => {
    const refused = await send({ name: "Empty", accent: "#1d4ed8" }, Buffer.alloc(0), "logo.png");
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain("Choose a PNG, JPEG or WebP image");
    expect((await olga.browser.get(PATH)).body).not.toContain('value="Empty"');
  });

  test("name, colour and logo appear on the next page, also for guests", async () => {
    const logo = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
      .gif()
      .toBuffer();
    const refused = await send({ name: "Harbour", accent: "#1d4ed8" }, logo);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain("Choose a PNG, JPEG or WebP image");
    expect((await send({ name: "Harbour", accent: "#1d4ed8" })).headers.location).toBe(`${PATH}?saved=yes`);
    const { body } = await olga.browser.get("/");
    expect(body).toContain("· Harbour</title>");
    const [href = ""] = /\/brand\/accent\/[^"]+/.exec(body) ?? [];
    const style = await olga.browser.get(href);
    expect(style.headers["content-type"]).toBe("text/css; charset=utf-8");
    expect(style.body).toContain("--accent:#1d4ed8");
    const events = await site.core.audit.listAuditEvents({ action: "brand.update" }, site.byKey);
    expect(events.events[0]?.actorAccountId).toBe(olga.account.accountId);
  });

  test.each(["#1D4ED8", "1d4ed8"])("the typed colour %s replaces the chosen one", async (accent_hex) => {
    await send({ name: "Harbour", accent: "#9d174d", accent_hex });
    const { body } = await olga.browser.get(PATH);
    expect(body).toMatch(/<input id="accent" name="accent" type="color" value="#1d4ed8"/);
    expect(body).toContain("Replaces the colour above, which is #1d4ed8.");
    expect(body).toMatch(/<input[^>]* name="accent_hex"[^>]* value=""/);
  });

  test.each([
    ["teal", "Enter a colour as #rrggbb, such as #0f766e."],
    ["#ff0000", "white text on it has a contrast of 3.99:1 instead of 4.5:1."],
  ])("the typed colour %s is refused with the reason and stays", async (accent_hex, reason) => {
    const { statusCode, body } = await send({ name: "Harbour", accent: "#9d174d", accent_hex });
    expect(statusCode).toBe(400);
    expect(body).toMatch(new RegExp(`<a href="#accent_hex">[^<]*${reason}`));
    expect(body).toMatch(
      new RegExp(`<input[^>]* name="accent_hex"[^>]* value="${accent_hex}"[^>]* aria-invalid="true"`),
    );
    expect(body).toMatch(/type="color" value="#9d174d"/);
  });

  test("the support contact is linked in the footer and on error pages; an invalid one is refused", async () => {
    const brand = { name: "Harbour", accent: "#1d4ed8" };
    const refused = await send({ ...brand, support: "http://harbour.example" });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('value="http://harbour.example"');
    await send({ ...brand, support: "help@harbour.example" });
    const { body } = await olga.browser.get("/");
    expect(body).toContain('<a href="mailto:help@harbour.example">Contact Harbour</a>');
    const mia = await site.person("Mia Owner");
    const denied = (await mia.browser.get(PATH)).body;
    expect(denied).toMatch(
      /<p class="error-support"><a [^>]+>Contact Harbour <span dir="ltr">\(help@harbour\.example\)/,
    );
    await send({ ...brand, support: "" });
    expect((await mia.browser.get(PATH)).body).not.toContain("Contact Harbour");
  });

  test("a colour without contrast is refused with its ratio and stays in the field, and nothing changes", async () => {
    const page = await send({ name: "Port", accent: "#ff0000" }, Buffer.from("no image"));
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain("has a contrast of 3.99:1 instead of 4.5:1");
    expect(page.body).toContain('type="color" value="#ff0000"');
    expect(page.body).not.toContain('aria-labelledby="contrast"');
    expect(page.body).toContain('id="logo-fault"');
    expect((await olga.browser.get("/")).body).not.toContain("Port");
  });

  test("a form that was opened before a colleague saved changes nothing, is merged, and offers the saved name", async () => {
    const ben = await site.person("Ben Brander", { operator: true });
    const opened = openedIn(await olga.browser.get(PATH));
    const theirs = { name: "Kontorhaus", accent: "#9d174d" };
    await send({ ...openedIn(await ben.browser.get(PATH)), ...theirs }, undefined, "", ben);
    const logo = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
      .png()
      .toBuffer();
    const input = { name: "Port", accent: "#1d4ed8", support: "help@harbour.example" };
    const stale = { ...opened, ...input, kept_logo: logo.toString("base64") };
    const refused = await send(stale);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toMatch(
      /This was changed after you opened the form.*Changed by <a [^>]+>Ben Brander<\/a>, <time/s,
    );
    expect(refused.body).toMatch(
      /replaces the saved values:<\/p><ul><li><a href="#name">Platform name<\/a><\/li><\/ul>/,
    );
    expect(refused.body).toMatch(/its values:<\/p><ul><li><a href="#accent">[^<]+<\/a><\/li><\/ul>/);
    for (const kept of [
      'type="color" value="#9d174d"',
      'name="stored-name" value="Kontorhaus"',
      'value="Port"',
      'value="help@harbour.example"',
      'name="kept_logo" value="',
    ])
      expect(refused.body).toContain(kept);
    expect((await olga.browser.get(PATH)).body).toContain('value="Kontorhaus"');
    // An error of a field does not accept the change of the colleague.
    const faulty = await send({ ...stale, accent: "#ff0000" });
    expect(openedIn(faulty)).toEqual(opened);
    const again = { ...stale, ...openedIn(refused), accent: theirs.accent };
    expect((await send(again)).statusCode).toBe(303);
    const saved = await olga.browser.get(PATH);
    expect(saved.body).toContain('value="Port"');
    // The checkbox sends the name that the colleague had saved.
    expect((await send({ ...again, ...openedIn(saved), "stored-name": theirs.name })).statusCode).toBe(303);
    expect((await olga.browser.get(PATH)).body).toContain('value="Kontorhaus"');
  });

  test("only operators open it, and an unknown style sheet does not exist", async () => {
    const mia = await site.person("Mia Owner");
    expect((await mia.browser.get(PATH)).statusCode).toBe(403);
    for (const file of ["ff0000.css", "1d4ed8", "x.css", "1d4ed8.css.map"])
      expect((await olga.browser.get(`/brand/accent/${file}`)).statusCode, file).toBe(404);
    expect((await olga.browser.get("/brand/logo/none")).statusCode).toBe(404);
  });
});
