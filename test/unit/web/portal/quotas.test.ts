import { afterAll, beforeAll, expect, test } from "vitest";
import { Visitor } from "../site.ts";
import { COMPLETE, createPortalSite, type PortalSite, signUp } from "./portal-site.ts";

let site: PortalSite;
beforeAll(async () => {
  site = await createPortalSite({ RATE_LIMIT_SIGN_UP_ADDRESS: "2", MAX_APPS_PER_DEVELOPER: "1" });
});
afterAll(() => site.close());

test("beyond the quotas a form keeps the input, and a sign-up gets 429", async () => {
  const ada = await signUp(site);
  await ada.upload("/portal/apps/new", { ...COMPLETE, action: "save" });
  const full = await ada.upload("/portal/apps/new", { ...COMPLETE, name: "One too many", action: "save" });
  expect(full.statusCode).toBe(400);
  expect(full.body).toContain(
    "You have reached the maximum number of apps. Archive one that you no longer need, and try again the next day.",
  );
  expect(full.body).toContain("One too many");
  await signUp(site);
  const third = new Visitor(site as never);
  const refused = await third.submit("/sign-up", {
    name: "Third",
    email: "third@example.com",
    password: "correct horse battery staple",
  });
  expect(refused.statusCode).toBe(429);
  expect(refused.headers["retry-after"]).toMatch(/^[0-9]+$/);
  expect(refused.body).toContain("Too many accounts were created recently. Try again later.");
});
