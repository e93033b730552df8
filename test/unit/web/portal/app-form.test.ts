import { describe, expect, test } from "vitest";
import { logo } from "../../../suites/browser/logo.ts";
import type { Page } from "../site.ts";
import { COMPLETE, clientIdIn, ORDERS, signUp, usePortalSite } from "./portal-site.ts";

const PAYOUTS = Buffer.from("payouts").toString("base64url");

const site = usePortalSite();

const NEW = "/portal/apps/new";

/** The errors of the summary, as link and text. */
const summaryOf = (body: string) =>
  [...body.split("form-sections")[0]!.matchAll(/<li><a href="#([^"]*)">([^<]*)<\/a><\/li>/g)].map(([, field, text]) => [
    field,
    text,
  ]);

describe("errors", () => {
  test("name their field in the summary, and stand at it", async () => {
    const ada = await signUp(site);
    const faulty = { website: "ftp://x", privacy_policy: "http://x.example", [`why-${ORDERS}`]: "" };
    const fields = { ...COMPLETE, ...faulty, "redirect_uri-1": "http://x.example/#f" };
    const { body } = await ada.upload(NEW, { ...fields, action: "submit" });
    expect(summaryOf(body)).toEqual([
      ["website", expect.stringMatching(/^Website: Enter an address that begins with https:/)],
      ["privacy_policy", expect.stringMatching(/^Privacy policy: Enter an address that begins with https:/)],
      ["redirect_uri-1", "Redirect URI 2: Remove the fragment (#)."],
      ["redirect_uri-1", "Redirect URI 2: http is only allowed for loopback addresses; use https."],
      [`why-${ORDERS}`, expect.stringMatching(/^See your orders: /)],
    ]);
    for (const [field] of summaryOf(body)) expect(body).toContain(`id="${field}-fault"`);
    const both = "Remove the fragment (#). http is only allowed for loopback addresses; use https.";
    expect(body).toMatch(new RegExp(`id="redirect_uri-1-fault"[^>]*>${both.replace(/[()]/g, "\\$&")}</p>`));
  });

  test("a missing scope is an error of the group, not of its first row", async () => {
    const ada = await signUp(site);
    const { [`scope-${ORDERS}`]: _, ...rest } = COMPLETE;
    const { body } = await ada.upload(NEW, { ...rest, action: "submit" });
    expect(summaryOf(body)).toEqual([["scopes", "Scopes: Choose at least one scope."]]);
    expect(body).toMatch(/<fieldset[^>]* id="scopes"[^>]* aria-describedby="scopes-fault">/);
    expect(body).not.toMatch(new RegExp(`id="scope-${ORDERS}"[^>]*aria-invalid`));
  });

  test("are in the summary in the order of the form", async () => {
    const ada = await signUp(site);
    const input = {
      ...COMPLETE,
      purpose: "",
      website: "x",
      "redirect_uri-0": "",
      launch_url: "x",
      [`why-${ORDERS}`]: "",
    };
    const { body } = await ada.upload(NEW, { ...input, action: "submit" }, Buffer.from("no image"));
    const [summary = ""] = /<ul>(?:(?!<\/ul>)[\s\S])*href="#purpose"[\s\S]*?<\/ul>/.exec(body) ?? [];
    const fields = ["purpose", "logo", "website", "redirect_uri-0", `why-${ORDERS}`, "launch_url"];
    expect([...summary.matchAll(/href="#([^"]*)"/g)].map(([, field]) => field)).toEqual(fields);
  });

  test("say what to change in a text", async () => {
    const ada = await signUp(site);
    const fields = { ...COMPLETE, name: "x".repeat(61), purpose: "Prints\u202e labels.", action: "submit" };
    expect(summaryOf((await ada.upload(NEW, fields)).body)).toEqual([
      ["name", "Name: Shorten this to at most 60 characters."],
      ["purpose", expect.stringMatching(/^Purpose: Remove control characters and invisible characters\./)],
    ]);
  });

  test.each([
    ["en", "Redirect URI 1: Use only ASCII characters that a URI may contain; percent-encode the others."],
    ["de", expect.stringMatching(/^Redirect-URI 1: Verwenden Sie nur ASCII-Zeichen.*Prozentkodierung\.$/)],
  ])("say in %s which characters a redirect URI may contain", async (language, text) => {
    const ada = await signUp(site);
    const fields = { ...COMPLETE, "redirect_uri-0": "https://app.example/ä", action: "submit" };
    const { body } = await ada.upload(NEW, fields, undefined, { "accept-language": language });
    expect(summaryOf(body)).toEqual([["redirect_uri-0", text]]);
  });

  test("a note that is too long is an error of the note, and creates no app", async () => {
    const ada = await signUp(site);
    const { body, statusCode } = await ada.upload(NEW, { ...COMPLETE, note: "x".repeat(1001), action: "submit" });
    expect([statusCode, summaryOf(body)]).toEqual([
      400,
      [["note", expect.stringMatching(/: Shorten this to at most 1,000 characters\./)]],
    ]);
    expect((await ada.get("/portal")).body).not.toContain(COMPLETE.name);
  });
});

describe("the sections of the form", () => {
  const linksIn = (body: string) => {
    const [nav = ""] = /<nav class="tabs form-sections"[\s\S]*?<\/nav>/.exec(body) ?? [];
    return [...nav.matchAll(/<a href="#([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, id, text]) => [
      id!,
      text!.replaceAll(/<[^>]*>/g, ""),
    ]);
  };
  const openFolds = (body: string) =>
    [...body.matchAll(/<details class="card fold" id="section-(\w+)" open>/g)].map(([, name]) => name);

  test("have links to them; the options except the start of installations are folded and name their choice", async () => {
    const ada = await signUp(site);
    const { body } = await ada.get(NEW);
    const links = linksIn(body);
    expect(links.map(([, text]) => text)).toEqual([
      "About",
      "Where it runs",
      "Redirect URIs",
      "Scopes",
      "Options",
      "Preview",
    ]);
    for (const [id] of links) expect(body, id).toContain(` id="${id}"`);
    expect(body.match(/<details class="card fold"/g)).toHaveLength(3);
    expect(openFolds(body)).toEqual(["start"]);
    expect(body).toMatch(/data-fold-value>Rotate \(recommended\)</);
    const clientId = clientIdIn(await ada.upload(NEW, { ...COMPLETE, refresh_mode: "keep", action: "save" }));
    expect((await ada.get(`/portal/apps/${clientId}/edit`)).body).toMatch(/data-fold-value>Keep</);
  });

  test("are open if they have an error, which their link counts", async () => {
    const ada = await signUp(site);
    const fields = { ...COMPLETE, website: "ftp://x", launch_url: "ftp://x", action: "submit" };
    const { body } = await ada.upload(NEW, fields);
    expect(openFolds(body)).toEqual(["start"]);
    expect(linksIn(body).map(([, text]) => text)).toEqual([
      "About 1 error",
      "Where it runs",
      "Redirect URIs",
      "Scopes",
      "Options 1 error",
      "Preview",
    ]);
    const noted = await ada.upload(NEW, { ...COMPLETE, note: "x".repeat(1001), action: "submit" });
    expect(openFolds(noted.body)).toEqual(["start", "note"]);
  });
});

describe("a chosen logo", () => {
  const keptIn = (body: string) => /name="kept_logo" value="([^"]*)"/.exec(body)?.[1] ?? "";

  test("survives an error of another field, and is stored with the corrected form", async () => {
    const ada = await signUp(site);
    const refused = await ada.upload(NEW, { ...COMPLETE, name: "", action: "save", website: "ftp://x" }, logo());
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('src="data:image/png;base64,');
    expect(refused.body).toContain("The chosen logo is kept. Choose a file to replace it.");
    const corrected = { ...COMPLETE, action: "save", kept_logo: keptIn(refused.body) };
    const { app } = await site.core.apps.getApp({ clientId: clientIdIn(await ada.upload(NEW, corrected)) });
    expect(app!.logoDigest).not.toBe("");
  });

  test("is replaced by a newly chosen one, and can be removed", async () => {
    const ada = await signUp(site);
    const kept_logo = Buffer.from("\x89PNG\r\n\x1a\nbroken", "latin1").toString("base64");
    const replaced = await ada.upload(NEW, { ...COMPLETE, action: "save", kept_logo }, logo());
    expect((await site.core.apps.getApp({ clientId: clientIdIn(replaced) })).app!.logoDigest).not.toBe("");
    const removed = await ada.upload(NEW, { ...COMPLETE, action: "save", kept_logo, remove_logo: "yes" });
    expect((await site.core.apps.getApp({ clientId: clientIdIn(removed) })).app!.logoDigest).toBe("");
  });

  test("stays to be removed after an error of another field", async () => {
    const ada = await signUp(site);
    const clientId = clientIdIn(await ada.upload(NEW, { ...COMPLETE, action: "save" }, logo()));
    const edit = `/portal/apps/${clientId}/edit`;
    const refused = await ada.upload(edit, { ...COMPLETE, website: "ftp://x", remove_logo: "yes", action: "save" });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toMatch(/name="remove_logo" value="yes" checked/);
  });

  test("stays if the file that was chosen next cannot be the logo", async () => {
    const ada = await signUp(site);
    const kept_logo = keptIn((await ada.upload(NEW, { ...COMPLETE, name: "", action: "submit" }, logo())).body);
    const wrong = { ...COMPLETE, kept_logo, action: "submit" };
    for (const file of [Buffer.from("no image"), Buffer.alloc(256 * 1024 + 1)]) {
      const { statusCode, body } = await ada.upload(NEW, wrong, file);
      expect([statusCode, body.includes('id="logo-fault"'), keptIn(body)]).toEqual([400, true, kept_logo]);
    }
    const removed = await ada.upload(NEW, { ...wrong, remove_logo: "yes" }, Buffer.from("no image"));
    expect(keptIn(removed.body)).toBe("");
  });

  test("stays if the core refuses the file that was chosen next", async () => {
    const ada = await signUp(site);
    const edit = `/portal/apps/${clientIdIn(await ada.upload(NEW, { ...COMPLETE, action: "save" }))}/edit`;
    const kept_logo = keptIn((await ada.upload(edit, { ...COMPLETE, website: "x", action: "save" }, logo())).body);
    expect(kept_logo).not.toBe("");
    const broken = Buffer.from("\x89PNG\r\n\x1a\nbroken", "latin1");
    const refused = await ada.upload(edit, { ...COMPLETE, kept_logo, action: "save" }, broken);
    expect([refused.statusCode, summaryOf(refused.body)[0]?.[0], keptIn(refused.body)]).toEqual([
      400,
      "logo",
      kept_logo,
    ]);
  });

  test("an empty logo file is refused", async () => {
    const ada = await signUp(site);
    const refused = await ada.upload(NEW, { ...COMPLETE, action: "save" }, new Uint8Array());
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('<a href="#logo">');
    expect(refused.body).toContain("The image file is empty. Choose another file.");
  });

  test("that is no image is an error at its field, and saves nothing", async () => {
    const ada = await signUp(site);
    const text = Buffer.from("Just some notes.");
    for (const action of ["save", "submit", "more", "preview"]) {
      const refused = await ada.upload(NEW, { ...COMPLETE, action }, text);
      expect([refused.statusCode, summaryOf(refused.body)], action).toEqual([
        400,
        [["logo", "Logo: Choose a PNG, JPEG or WebP image of at most 256 KiB and 4,096 by 4,096 pixels."]],
      ]);
      expect(refused.body).toContain('aria-describedby="logo-hint logo-fault" aria-invalid="true"');
      expect(refused.body).toContain(`value="${COMPLETE.name}"`);
    }
    expect((await ada.get("/portal")).body).not.toContain(COMPLETE.name);
    const clientId = clientIdIn(await ada.upload(NEW, { ...COMPLETE, action: "save" }, logo()));
    const edit = `/portal/apps/${clientId}/edit`;
    expect((await ada.upload(edit, { ...COMPLETE, name: "Renamed", action: "save" }, text)).statusCode).toBe(400);
    expect((await site.core.apps.getApp({ clientId })).app!.profile!.name).toBe(COMPLETE.name);
  });

  test("that is no image is not sent back", async () => {
    const ada = await signUp(site);
    const script = Buffer.from("<svg onload='alert(1)'>");
    const { body } = await ada.upload(NEW, { ...COMPLETE, website: "ftp://x", action: "save" }, script);
    expect(body).not.toContain("kept_logo");
    expect(body).not.toContain("data:");
    expect((await ada.upload(NEW, { ...COMPLETE, kept_logo: "no base64!", action: "save" })).statusCode).toBe(400);
  });
});

const URIS = /name="redirect_uri-\d+" type="url" value="([^"]*)"/g;

test("the form can be left without saving, to the list or to the app", async () => {
  const ada = await signUp(site);
  const cancel = async (path: string) =>
    /<a class="button quiet" href="([^"]*)">Cancel</.exec((await ada.get(path)).body)?.[1];
  expect(await cancel(NEW)).toBe("/portal");
  const path = `/portal/apps/${clientIdIn(await ada.upload(NEW, { ...COMPLETE, action: "save" }))}`;
  expect(await cancel(`${path}/edit`)).toBe(path);
});

test("the form leads to the preview of the consent page", async () => {
  const ada = await signUp(site);
  const { body } = await ada.get(NEW);
  expect(body).toContain('<a href="#form-preview">Preview</a>');
  expect(body).toContain('id="form-preview"');
  expect(body).not.toContain("scopes-count");
});

test("the form says what each way to connect the app means for the merchant", async () => {
  const ada = await signUp(site);
  const { body } = await ada.get(NEW);
  expect(body).toContain("Choose where merchants go from the install link");
  expect(body).toContain("With neither, merchants must start the connection on your website.");
  expect(body).toContain("Why do you need “See your orders”?");
});

test("without JavaScript, a button removes its row and keeps the others", async () => {
  const ada = await signUp(site);
  const uris = {
    "redirect_uri-0": "https://a.example/",
    "redirect_uri-1": "https://b.example/",
    "redirect_uri-2": "https://c.example/",
  };
  const { statusCode, body } = await ada.upload(NEW, { ...COMPLETE, ...uris, action: "remove-1" });
  expect(statusCode).toBe(200);
  expect([...body.matchAll(URIS)].map(([, uri]) => uri)).toEqual(["https://a.example/", "https://c.example/"]);
  const only = await ada.upload(NEW, { ...COMPLETE, action: "remove-0" });
  expect([...only.body.matchAll(URIS)].map(([, uri]) => uri)).toEqual([""]);
});

test("Enter saves the form and removes no row", async () => {
  const ada = await signUp(site);
  const { body } = await ada.get(NEW);
  const [, form = ""] = /<form[^>]*data-app-form[^>]*>([\s\S]*?)<\/form>/.exec(body) ?? [];
  expect(/<button type="submit"[^>]*>/.exec(form)?.[0]).toContain('name="action" value="save"');
});

test("a form that was opened before another change keeps what it changed, takes the rest, and asks about fields that both changed", async () => {
  const ada = await signUp(site);
  const clientId = clientIdIn(await ada.upload(NEW, { ...COMPLETE, action: "save" }));
  const edit = `/portal/apps/${clientId}/edit`;
  const revisionIn = ({ body }: Page) => /name="revision" value="(\d+)"/.exec(body)![1]!;
  const stored = async () => (await site.core.apps.getApp({ clientId })).app!.profile!;
  const openedIn = ({ body }: Page) => /name="opened" value="([^"]*)"/.exec(body)![1]!.replaceAll("&amp;", "&");
  const form = await ada.get(edit);
  const opened = revisionIn(form);
  const save = { ...COMPLETE, revision: opened, opened: openedIn(form), action: "save" };
  const other = {
    ...save,
    purpose: "First",
    website: "https://parcel.example/about",
    "redirect_uri-1": "https://parcel.example/second",
  };
  expect((await ada.upload(edit, other)).statusCode).toBe(303);

  // An error of the input does not forget which revision the form was filled from.
  const faulty = await ada.upload(edit, { ...save, website: "ftp://x", action: "submit" });
  expect([revisionIn(faulty), openedIn(faulty)]).toEqual([opened, save.opened]);
  const mine = { purpose: "Second", support_contact: "desk@parcel.example" };
  const stale = await ada.upload(edit, { ...save, ...mine });
  const [both, taken] = stale.body.split("Only the other change touched these fields.");
  expect([stale.statusCode, summaryOf(both!)]).toEqual([400, [["purpose", "Purpose"]]]);
  expect(summaryOf(taken!)).toEqual([
    ["website", "Website"],
    ["section-redirects", "Redirect URIs"],
  ]);
  expect(both).toContain('class="notice notice-fault" role="alert"');
  expect(both).toMatch(/Changed by you \([^)]+\), <time [^>]*data-exact="zone">/);
  expect(stale.body).toMatch(/name="stored-purpose" value="First"[\s\S]*?Use the saved value instead: First</);
  expect(stale.body).toContain("after you opened this form</strong>");
  expect(stale.body).toContain("Second</textarea>");
  for (const value of [other.website, other["redirect_uri-1"], mine.support_contact])
    expect(stale.body).toContain(`value="${value}"`);
  expect((await stored()).purpose).toBe("First");

  const again = await ada.upload(edit, {
    ...other,
    ...mine,
    "redirect_uri-1": "https://parcel.example/third",
    revision: revisionIn(stale),
    opened: openedIn(stale),
  });
  expect(again.statusCode).toBe(303);
  const { purpose, supportContact, website, redirectUris } = await stored();
  expect([purpose, supportContact, website]).toEqual(["Second", mine.support_contact, other.website]);
  expect(redirectUris).toEqual([COMPLETE["redirect_uri-0"], "https://parcel.example/third"]);

  // The notice lists the stored values of a field that has several, and a checkbox sends a single value.
  const late = await ada.upload(edit, { ...save, purpose: "Third", "redirect_uri-0": "https://parcel.example/new" });
  expect(late.body).toContain("<li><code>https://parcel.example/third</code></li>");
  const hidden = { revision: revisionIn(late), opened: openedIn(late) };
  const chosen = { ...other, ...hidden, purpose: "Third", "stored-purpose": "Second" };
  expect((await ada.upload(edit, chosen)).statusCode).toBe(303);
  expect((await stored()).purpose).toBe("Second");
});

test("windows that changed different fields are merged with a notice that is no alarm", async () => {
  const ada = await signUp(site);
  const clientId = clientIdIn(await ada.upload(NEW, { ...COMPLETE, action: "save" }));
  const edit = `/portal/apps/${clientId}/edit`;
  const { body } = await ada.get(edit);
  const hidden = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(body)![1]!.replaceAll("&amp;", "&");
  const save = { ...COMPLETE, revision: hidden("revision"), opened: hidden("opened"), action: "save" };
  expect((await ada.upload(edit, { ...save, name: "Renamed" })).statusCode).toBe(303);
  const stale = await ada.upload(edit, { ...save, purpose: "Another." });
  expect([stale.statusCode, summaryOf(stale.body)]).toEqual([400, [["name", "Name"]]]);
  expect(stale.body).toContain('class="notice notice-warn" role="alert"');
  expect(stale.body).not.toContain("Both windows changed");
  expect(stale.body).toContain('name="name" type="text" value="Renamed"');
  expect(stale.body).toContain("Another.</textarea>");
});

test("the reviewer's words stay on the form, and the developer's note reaches the reviewer", async () => {
  const ada = await signUp(site);
  const clientId = clientIdIn(await ada.upload(NEW, { ...COMPLETE, action: "submit" }));
  await site.core.apps.startReview({ clientId });
  await site.core.apps.requestChanges({ clientId, reasonCode: "PURPOSE", reasonText: "Say <i>which</i> labels." });
  const edit = `/portal/apps/${clientId}/edit`;
  const words = "Say &lt;i&gt;which&lt;/i&gt; labels.";
  expect((await ada.get(edit)).body).toContain(words);
  const refused = await ada.upload(edit, {
    ...COMPLETE,
    website: "ftp://x",
    note: "Kept <b>note</b>",
    action: "submit",
  });
  expect(refused.body).toContain(words);
  expect(refused.body).toContain("Kept &lt;b&gt;note&lt;/b&gt;");
  await ada.upload(edit, { ...COMPLETE, note: "It now says which.", action: "submit" });
  const { history } = await site.core.apps.getApp({ clientId });
  expect(history[0]).toMatchObject({ action: "submit", reasonText: "It now says which." });
  expect((await ada.get(`/portal/apps/${clientId}`)).body).toContain("It now says which.");
});

test("after an approval, the page and the form name the restricted scope that was refused", async () => {
  const ada = await signUp(site);
  const restricted = { [`scope-${PAYOUTS}`]: "yes", [`why-${PAYOUTS}`]: "To pay." };
  const clientId = clientIdIn(await ada.upload(NEW, { ...COMPLETE, ...restricted, action: "submit" }));
  await site.core.apps.startReview({ clientId });
  await site.core.apps.approveApp({ clientId });
  const page = await ada.get(`/portal/apps/${clientId}`);
  expect(page.body).toMatch(
    /Latchkey refused these restricted scopes:<\/p><ul><li>Pay out money <code>payouts<\/code>/,
  );
  const form = await ada.get(`/portal/apps/${clientId}/edit`);
  expect(form.body).toMatch(/Pay out money<\/label>[\s\S]{0,300}Refused by Latchkey/);
});

describe("the preview of the consent page", () => {
  const previewIn = (body: string) => /<div id="preview" inert>([\s\S]*?)<\/article>/.exec(body)?.[1] ?? "";

  test("shows the input in the markup of the consent page, and saves nothing", async () => {
    const ada = await signUp(site);
    const input = { name: "Pilot <b>", purpose: "Prints <i>labels</i>.", [`why-${ORDERS}`]: 'To "ship".' };
    const { statusCode, body } = await ada.upload(NEW, { ...COMPLETE, ...input, action: "preview" });
    expect(statusCode).toBe(200);
    const preview = previewIn(body);
    expect(preview).toContain('<article class="card consent">');
    for (const text of [
      "Pilot &lt;b&gt;",
      "Connect Pilot &lt;b&gt; to Example shop",
      "Ada",
      "See your orders",
      "To &quot;ship&quot;.",
      "Prints &lt;i&gt;",
    ])
      expect(preview).toContain(text);
    expect(preview).toContain("https://parcel.example");
    expect(preview).not.toContain("Pay out money");
    expect(body.match(/<h1[ >]/g)).toHaveLength(1);
    expect(body).toContain('value="Pilot &lt;b&gt;"');
    expect((await ada.get("/portal")).body).not.toContain("Pilot");
  });

  test("of an existing app shows what is stored, and changes nothing", async () => {
    const ada = await signUp(site);
    const clientId = clientIdIn(await ada.upload(NEW, { ...COMPLETE, action: "save" }));
    const edit = `/portal/apps/${clientId}/edit`;
    expect(previewIn((await ada.get(edit)).body)).toContain(COMPLETE.name);
    expect(previewIn((await ada.upload(edit, { ...COMPLETE, name: "Other", action: "preview" })).body)).toContain(
      "Other",
    );
    expect((await site.core.apps.getApp({ clientId })).app!.profile!.name).toBe(COMPLETE.name);
  });
});

test("a note to the reviewer that is not sent with a draft is said and kept", async () => {
  const ada = await signUp(site);
  const note = "Try <b>order</b> 5.\nThen print.";
  const created = await ada.upload(NEW, { ...COMPLETE, note, action: "save" });
  expect(created.body).toContain("\nTry &lt;b&gt;order&lt;/b&gt; 5.\nThen print.</textarea>");
  expect(created.body).toContain("The note is not saved with a draft.");
  const onDevices = await ada.upload(NEW, { ...COMPLETE, confidential: "no", note: "ü".repeat(1000), action: "save" });
  expect(onDevices.body).toContain(`\n${"ü".repeat(573)}…</textarea>`);
  const edit = `/portal/apps/${clientIdIn(created)}/edit`;
  const { statusCode, body } = await ada.upload(edit, { ...COMPLETE, purpose: "Changed.", note, action: "save" });
  expect([statusCode, body.includes("Draft saved, without your note to the reviewer")]).toEqual([200, true]);
  expect(body).toMatch(/<textarea[^>]*name="note"[^>]*>\s*Try &lt;b&gt;order/);
  expect(body).not.toContain("Fix this before submitting");
  const submitted = { ...COMPLETE, revision: /name="revision" value="(\d+)"/.exec(body)![1]!, note, action: "submit" };
  expect((await ada.upload(edit, submitted)).statusCode).toBe(303);
  const { history } = await site.core.apps.getApp({ clientId: clientIdIn(created) });
  expect(history[0]).toMatchObject({ action: "submit", reasonText: note });
});

test("a note that is not sent with an incomplete draft leaves the list of missing fields, with links on the page", async () => {
  const ada = await signUp(site);
  const edit = `/portal/apps/${clientIdIn(await ada.upload(NEW, { ...COMPLETE, action: "save" }))}/edit`;
  const { body } = await ada.upload(edit, { ...COMPLETE, purpose: "", note: "Try it.", action: "save" });
  expect(body).toContain("Draft saved, without your note to the reviewer");
  expect(body).toMatch(
    /Fix this before submitting:<\/p>\s*<ul><li><a href="#purpose">Purpose: Enter the app’s purpose\./,
  );
});

test("the message after a draft is saved speaks of merchants only if the app was approved", async () => {
  const ada = await signUp(site);
  const clientId = clientIdIn(await ada.upload(NEW, { ...COMPLETE, action: "save" }));
  const save = (purpose: string) =>
    ada.upload(`/portal/apps/${clientId}/edit`, { ...COMPLETE, purpose, action: "save" });
  await save("Changed.");
  const draft = await ada.get(`/portal/apps/${clientId}`);
  expect(draft.body).toContain("Draft saved. Submit it for review when you are ready.");
  await site.core.apps.submitApp({ clientId });
  await site.core.apps.startReview({ clientId });
  await site.core.apps.approveApp({ clientId });
  await save("Changed again.");
  const live = await ada.get(`/portal/apps/${clientId}`);
  expect(live.body).toContain("Draft saved. Merchants see no change until you submit it and it is approved.");
});

test("the message after an incomplete draft is saved says that something is missing", async () => {
  const ada = await signUp(site);
  const clientId = clientIdIn(await ada.upload(NEW, { ...COMPLETE, action: "save" }));
  await ada.upload(`/portal/apps/${clientId}/edit`, { ...COMPLETE, purpose: "", action: "save" });
  const { body } = await ada.get(`/portal/apps/${clientId}`);
  expect(body).toContain("Saved as a draft. Fix this before submitting, as listed below.");
  expect(body).not.toContain("when you are ready");
  expect(body).toContain("Enter the app’s purpose.");
});

test("without the script, the buttons that change the rows and the preview lead back to their place", async () => {
  const ada = await signUp(site);
  const { body } = await ada.upload(NEW, { ...COMPLETE, "redirect_uri-1": "", action: "more" });
  const placeOf = (value: string) => new RegExp(`value="${value}"[^>]* formaction="([^"]+)"`).exec(body)?.[1];
  expect(placeOf("more")).toBe("/portal/apps/new#redirect_uri-3");
  expect(placeOf("remove-1")).toBe("/portal/apps/new#section-redirects");
  expect(placeOf("preview")).toBe("/portal/apps/new#form-preview");
});
