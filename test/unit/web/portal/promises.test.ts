import { describe, expect, test } from "vitest";
import { de } from "../../../../src/web/messages.de.ts";
import { en } from "../../../../src/web/messages.en.ts";
import { approve, COMPLETE, clientIdIn, signUp, usePortalSite } from "./portal-site.ts";

const site = usePortalSite();

async function submitted(changes: Record<string, string> = {}) {
  const ada = await signUp(site);
  const made = await ada.upload("/portal/apps/new", { ...COMPLETE, ...changes, action: "submit" });
  // An app without a secret has nothing to show once: the browser goes straight to its page.
  const clientId = clientIdIn(made) || (made.headers.location ?? "").split("/").at(-1)!;
  return { ada, clientId, path: `/portal/apps/${clientId}` };
}

test.each([
  ["en", en.portal.app.installLink],
  ["de", de.portal.app.installLink],
])("the page of a rejected app says that it does not work (%s)", async (language, texts) => {
  const { ada, clientId, path } = await submitted();
  await site.core.apps.startReview({ clientId });
  await site.core.apps.rejectApp({ clientId, reasonCode: "OTHER", reasonText: "No." });
  const { body } = await ada.get(path, { "accept-language": language });
  expect(body).toContain(texts.rejected);
  expect(body).not.toContain(texts.notYet);
  expect(body).not.toContain(`<a href="/portal/test-merchants">${texts.test}`);
});

describe("the install link says what it leads to", () => {
  test.each([
    ["a launch URL", { launch_url: "https://parcel.example/launch" }, "hint"],
    ["a start by the platform", { platform_start: "yes" }, "hintPlatform"],
    ["neither", {}, "hintAtApp"],
    ["a start by the platform, but no secret", { platform_start: "yes", confidential: "no" }, "hintAtApp"],
  ] as const)("of an app with %s", async (_name, changes, key) => {
    const { ada, clientId, path } = await submitted(changes);
    await approve(site, clientId);
    const { body } = await ada.get(path);
    const { hint, hintPlatform, hintAtApp } = en.portal.app.installLink;
    expect([hint, hintPlatform, hintAtApp].filter((text) => body.includes(text))).toEqual([
      en.portal.app.installLink[key],
    ]);
    // The install page itself agrees: only an app that starts elsewhere has no form.
    const install = await site.core.apps.getApp({ clientId });
    const page = await ada.get(new URL(install.app!.installUrl).pathname);
    expect(page.body.includes(en.install.startsInApp("Parcel Pilot", "parcel.example").slice(0, 40))).toBe(
      key === "hintAtApp",
    );
  });
});

test("an app whose install link leads nowhere is marked in its form, before the submission and when it is live", async () => {
  const { nowhere, approvedNowhere, next, installLink } = en.portal.app;
  const ada = await signUp(site);
  const made = await ada.upload("/portal/apps/new", { ...COMPLETE, website: "", action: "save" });
  const clientId = clientIdIn(made);
  const path = `/portal/apps/${clientId}`;
  for (const url of [path, `${path}/edit`]) expect((await ada.get(url)).body, url).toContain(nowhere);
  await ada.submit(path, {}, `${path}/submit`);
  const submitted = (await ada.get(path)).body;
  expect(submitted).toContain(`${nowhere} To add one, withdraw the submission`);
  expect(submitted).not.toContain("#section-start");
  expect(submitted).toMatch(/Submitted: <time datetime="[^"]+" title="[^"]+ UTC">now<\/time>\./);
  await approve(site, clientId);
  const { body } = await ada.get(path);
  for (const text of [approvedNowhere, installLink.hintNowhere]) expect(body).toContain(text);
  expect(body).toMatch(new RegExp(`<a class="button *" href="${path}/edit#section-start">${installLink.addLaunchUrl}`));
  expect(body).not.toContain(next("Latchkey").approved);
  const { app } = await site.core.apps.getApp({ clientId });
  const install = await ada.get(new URL(app!.installUrl).pathname);
  expect(install.body).toContain("<h1>Install Parcel Pilot in the app itself</h1>");
  expect(install.body).toContain("names no website");
  expect(install.body).not.toContain("Open it");
  const linked = await ada.upload("/portal/apps/new", { ...COMPLETE, action: "save" });
  expect((await ada.get(`/portal/apps/${clientIdIn(linked)}`)).body).not.toContain(nowhere);
});

/** Every text of a language with its place, those that are made by functions included. */
function textsOf(value: unknown, at = ""): [string, string][] {
  if (typeof value === "string") return [[at, value]];
  if (typeof value === "function") return textsOf(value("X", "Y") ?? "", at);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${at}.${key}`));
}

describe("no text promises what does not exist", () => {
  test.each([
    ["a scope allowed later by the merchant: the app has to ask again", en, /You can allow it later/],
    ["a scope allowed later by the merchant: the app has to ask again", de, /Erlauben können Sie es auch später/],
    ["that an unanswered step changed nothing", en, /Nothing was changed/],
    ["that an unanswered step changed nothing", de, /Es wurde nichts geändert/],
    ["an end of the access that the merchant picks beforehand", en, /for how long/],
    ["an end of the access that the merchant picks beforehand", de, /wie lange zugreift/],
    ["that a new link helps", en, /new install link/],
    ["that a new link helps", de, /neuen Installationslink/],
  ])("%s", (_name, messages, promise) => {
    expect(textsOf(messages).filter(([, text]) => promise.test(text))).toEqual([]);
  });
});
