import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { everySight } from "./all-pages.ts";
import { launchChromium } from "./chromium.ts";
import {
  type ConsoleSight,
  type ConsoleWorld,
  everyConsoleSight,
  MEMBER,
  openAs,
  startWorld,
} from "./console-world.ts";
import { controlFaults } from "./controls.ts";
import { startSite } from "./live-site.ts";
import { openBrowser } from "./people.ts";
import { findWide, setTextSize } from "./text-layout.ts";

/** German has the longest words. */
const LOOK = {
  locale: "de-DE",
  viewport: { width: 375, height: 800 },
  reducedMotion: "reduce",
} satisfies BrowserContextOptions;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

interface Visit {
  name: string;
  url: string;
}

/** The faults of pages in German at 375 px with text at 200 %. @see WCAG 2.2 §1.4.4, §1.4.10 */
async function faultsOf(context: BrowserContext, visits: readonly Visit[]): Promise<string[]> {
  const page = await context.newPage();
  await page.goto("about:blank");
  await setTextSize(page, 200);
  const faults: string[] = [];
  for (const { name, url } of visits) {
    await page.goto(url);
    const root = "document.documentElement";
    const look = await page.evaluate(`[${root}.lang, getComputedStyle(${root}).fontSize]`);
    expect(look, name).toEqual(["de", "32px"]);
    const over = await page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`);
    const found = [...(over > 0 ? [`${over} px wider than the window: ${await findWide(page)}`] : [])];
    faults.push(...[...found, ...(await controlFaults(page))].map((fault) => `${name}: ${fault}`));
  }
  await context.close();
  return faults;
}

const byPerson = <Sight, Person>(sights: readonly Sight[], personOf: (sight: Sight) => Person) =>
  [...Map.groupBy(sights, personOf)] as [Person, Sight[]][];

test("the pages for merchants and readers have no text cut off and no controls that overlap", async () => {
  const site = await startSite();
  const sights = everySight(site.world).filter(({ act }) => act === undefined);
  const faults: string[] = [];
  for (const [account, own] of byPerson<(typeof sights)[number], Account | null>(sights, (sight) => sight.account)) {
    const context = await openBrowser(browser, site, { account, ...LOOK });
    faults.push(
      ...(await faultsOf(
        context,
        own.map(({ name, path }) => ({ name, url: site.url + path })),
      )),
    );
  }
  await site.close();
  expect(faults).toEqual([]);
});

test("the pages of console, portal and accounts have no text cut off and no controls that overlap", async () => {
  const world = await startWorld();
  const sights = [...(await everyConsoleSight(world)), ...(await portalSights(world))];
  const people = { ...world.demo, member: MEMBER };
  const faults: string[] = [];
  for (const [who, own] of byPerson(sights, (sight) => sight.who)) {
    const english = await openAs(browser, world, people[who]);
    const context = await browser.newContext({ ...LOOK, storageState: await english.storageState() });
    await english.close();
    faults.push(
      ...(await faultsOf(
        context,
        own.map(({ name, path }) => ({ name, url: world.demo.urls.http + path })),
      )),
    );
  }
  await world.close();
  expect(faults).toEqual([]);
});

type DeveloperSight = Omit<ConsoleSight, "who"> & { who: ConsoleSight["who"] | "developer" };

/** The pages of a developer, and of their account. */
async function portalSights({ core, demo }: ConsoleWorld): Promise<DeveloperSight[]> {
  const clientId = demo.app.client_id;
  const { installations } = await core.installations.listInstallations({ clientId });
  const app = `/portal/apps/${clientId}`;
  const paths = [
    ...["/portal", "/portal?q=nobody", "/portal/apps/new", "/portal/team", "/portal/test-merchants", "/portal/check"],
    ...["", "/edit", "/archive", "/installations", "/webhooks", "/webhooks/new"].map((page) => app + page),
    ...installations.map(({ installationId }) => `${app}/installations/${installationId}`),
    ...["/docs/quickstart", "/docs/endpoints", "/docs/try", "/account", "/account/security"],
  ];
  return paths.map((path) => ({ name: path, who: "developer", path }));
}
