import { describe, expect, test } from "vitest";
import { csrfIn } from "../site.ts";
import { approve, COMPLETE, clientIdIn, type Developer, signUp, usePortalSite } from "./portal-site.ts";

const site = usePortalSite();

async function openApp(action: "save" | "submit") {
  const ada = await signUp(site);
  const clientId = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, action }));
  const path = `/portal/apps/${clientId}`;
  return { ada, clientId, path };
}

/** Sends a form that was opened before another window changed the app. */
async function sendLate(ada: Developer, url: string, fields: Record<string, string> = {}) {
  const csrf_token = csrfIn(await ada.get("/portal/check"));
  const { statusCode, headers } = await ada.post(url, { csrf_token, ...fields });
  const page = await ada.get(headers.location ?? "/");
  return { statusCode, location: headers.location, body: page.body };
}

describe("the form of an app that can no longer be changed", () => {
  const typed = { ...COMPLETE, purpose: "Typed for an hour.", action: "save" };

  test("keeps the input after a submission in another window, and saves it after a withdrawal", async () => {
    const { ada, clientId, path } = await openApp("save");
    const csrf_token = csrfIn(await ada.get(`${path}/edit`));
    await site.core.apps.submitApp({ clientId });
    const { statusCode, body } = await ada.send(`${path}/edit`, { ...typed, csrf_token }, undefined);
    expect(statusCode).toBe(400);
    expect(body).toContain(
      "The app was submitted for review in another window. Your input is kept here and is not saved.",
    );
    expect(body).toContain("Typed for an hour.</textarea>");
    expect(body).toContain(`<a href="${path}" target="_blank" rel="noopener">Open the app in another tab</a>`);
    await site.core.apps.withdrawApp({ clientId });
    expect((await ada.send(`${path}/edit`, { ...typed, csrf_token }, undefined)).statusCode).toBe(303);
    expect((await site.core.apps.getApp({ clientId })).app?.profile?.purpose).toBe("Typed for an hour.");
  });

  test("keeps the input after the app was archived; opened afresh, it leads to the app", async () => {
    const { ada, clientId, path } = await openApp("save");
    const csrf_token = csrfIn(await ada.get(`${path}/edit`));
    await site.core.apps.archiveApp({ clientId });
    for (const action of ["save", "submit"]) {
      const { statusCode, body } = await ada.send(`${path}/edit`, { ...typed, csrf_token, action }, undefined);
      expect(statusCode).toBe(400);
      expect(body).toContain("The app was archived in another window. Your input is kept here and is not saved.");
      expect(body).toContain("Typed for an hour.</textarea>");
      expect(body).not.toContain("withdraw it from review first");
    }
    expect((await ada.get(`${path}/edit`)).headers.location).toBe(path);
  });
});

describe("a step that came too late leads to the app, which says what happened", () => {
  test("a second withdrawal, and one after the decision", async () => {
    const { ada, clientId, path } = await openApp("submit");
    await site.core.apps.withdrawApp({ clientId });
    const second = await sendLate(ada, `${path}/withdraw`);
    expect([second.statusCode, second.location]).toEqual([303, path]);
    expect(second.body).toMatch(/notice-good" role="status"><p>Already withdrawn from review\./);
    await site.core.apps.submitApp({ clientId });
    await approve(site, clientId);
    expect((await sendLate(ada, `${path}/withdraw`)).body).toMatch(
      /notice-warn" role="status"><p>The review has ended, so nothing was withdrawn\. This page shows the decision\./,
    );
  });

  test("changes that were discarded already", async () => {
    const { ada, clientId, path } = await openApp("submit");
    await approve(site, clientId);
    const { statusCode, location, body } = await sendLate(ada, `${path}/discard`);
    expect([statusCode, location]).toEqual([303, path]);
    expect(body).toContain("There are no changes to discard");
  });

  test("every step of an archived app", async () => {
    const { ada, clientId, path } = await openApp("save");
    await site.core.apps.archiveApp({ clientId });
    for (const step of ["submit", "withdraw", "discard", "secrets"]) {
      const { statusCode, location, body } = await sendLate(ada, `${path}/${step}`);
      expect([step, statusCode, location]).toEqual([step, 303, path]);
      expect(body).toContain("The app was archived in another window, so this step is no longer possible.");
    }
    const again = await sendLate(ada, `${path}/archive`, { confirm: "yes" });
    expect([again.location, again.body.includes("The app is already archived.")]).toEqual([path, true]);
  });
});
