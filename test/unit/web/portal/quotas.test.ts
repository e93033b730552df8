import pg from "pg";
import { expect, test } from "vitest";
import { quietWindow } from "../../../support/quiet-window.ts";
import { Visitor } from "../site.ts";
import { COMPLETE, signUp, usePortalSite } from "./portal-site.ts";

const site = usePortalSite({ RATE_LIMIT_SIGN_UP_ADDRESS: "2", MAX_APPS_PER_DEVELOPER: "1" });

test("beyond the quotas a form keeps the input, and a sign-up gets 429", async () => {
  await quietWindow(900);
  const ada = await signUp(site);
  await ada.upload("/portal/apps/new", { ...COMPLETE, action: "save" });
  const full = await ada.upload("/portal/apps/new", { ...COMPLETE, name: "One too many", action: "save" });
  expect(full.statusCode).toBe(400);
  expect(full.body).toContain(
    "You have reached the maximum number of apps. Archive one that you no longer need, and try again the next day.",
  );
  expect(full.body).toContain("One too many");
  const { account } = await site.core.accounts.getAccount({ email: ada.email });
  const sql = new pg.Client({ connectionString: site.databaseUrl });
  await sql.connect();
  const fill =
    "insert into merchant (id, name, test, developer_id) select 'm-' || n, 'Full', true, $1 from generate_series(1, 100) n";
  await sql.query(fill, [account!.accountId]).finally(() => sql.end());
  const crowded = await ada.submit("/portal/test-merchants", { name: "Corner shop" });
  expect(crowded.statusCode).toBe(400);
  expect(crowded.body).toContain("A team has at most 100 test merchants.");
  await signUp(site);
  const third = new Visitor(site as never);
  const refused = await third.submit("/sign-up", {
    name: "Third",
    email: "third@example.com",
    password: "correct horse battery staple",
  });
  expect(refused.statusCode).toBe(429);
  expect(refused.headers["retry-after"]).toMatch(/^[0-9]+$/);
  expect(refused.body).toContain("There were too many attempts to create an account. Try again later.");
});
