import { expect, test } from "vitest";
import { MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { InstallationState, Party } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { signIn } from "./connect-site.ts";
import { World } from "./fakes/world.ts";
import { everyPage } from "./pages.ts";
import { createSite } from "./site.ts";

const HELP = "https://harbour.example/help?from=pages&x=1";
const LINK = 'href="https://harbour.example/help?from=pages&amp;x=1">Contact Harbour';

test("every page links to the support contact in its footer, and an internal error also in its text", async () => {
  const { site, pages } = await everyPage("x", { brand: { name: "Harbour", support: HELP } });
  const linksOf = (name: string) => pages.get(name)!.body.split(LINK).length - 1;
  for (const [name, { body }] of pages) {
    if (body.includes("<footer")) expect(linksOf(name), name).toBeGreaterThan(0);
  }
  expect(linksOf("internal")).toBe(2);
  for (const name of ["consent over", "external sign-in failed"]) expect(linksOf(name), name).toBe(2);
  // Only the developer of the app can help here.
  expect(linksOf("authorize refused")).toBeLessThan(2);
  expect(linksOf("consent forbidden")).toBe(2);
  await site.app.close();
});

test("an app that the platform uninstalled has the contact in the list and on its page", async () => {
  const world = new World();
  world.brand = { name: "Harbour", support: HELP };
  const site = await createSite({ world });
  const mia = site.world.addAccount({ email: "mia@shop.example", name: "Mia" });
  site.world.addMerchant("harbour-coffee", "Harbour Coffee", [[mia, MerchantRole.OWNER]]);
  const installationId = "00000000-0000-7000-8000-000000000001";
  const gone = { state: InstallationState.UNINSTALLED, endedBy: Party.OPERATOR };
  site.world.installations.push({ installationId, merchantId: "harbour-coffee", appName: "Parcel Pilot", ...gone });
  const visitor = signIn(site, mia);
  for (const url of ["/connected-apps", `/connected-apps/${installationId}`]) {
    const { body } = await visitor.get(url);
    expect(body.split(LINK).length - 1, url).toBe(2);
  }
  await site.app.close();
});

test("without a contact, no page has an empty link", async () => {
  const { site, pages } = await everyPage("x");
  for (const [name, { body }] of pages) expect(body, name).not.toContain("Contact Latchkey");
  await site.app.close();
});

test("a stored contact that is not safe as a link is ignored", async () => {
  const { site, pages } = await everyPage("x", { brand: { support: "javascript:alert(1)" } });
  expect(pages.get("home of a guest")!.body).not.toContain("javascript:");
  await site.app.close();
});
