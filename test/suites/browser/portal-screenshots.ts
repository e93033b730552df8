import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import { clients, connectCore } from "../../../src/rpc/client.ts";
import { readDemo, startLatchkey } from "../start/latchkey.ts";
import { findPorts } from "../start/ports.ts";
import { SUPPORT } from "./live-site.ts";
import { DESKTOP, PHONE } from "./people.ts";
import { savePicture, showIn, type WantedPictures } from "./picture.ts";
import { visitPortalPages } from "./portal-journey.ts";
import { moveStepsBack, writeSampleDeliveries } from "./sample-app.ts";
import { moveInstallsBack, writeSampleCounts, writeSampleInstallations } from "./sample-counts.ts";
import { visitTeamPages } from "./team-journey.ts";

const FOLDER = "screenshots";
/** Scrolls the row of a section to its current page, as the script of the page does when the page loads. */
const SHOW_CURRENT_PAGE = `document.querySelector("nav.sections [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" })`;
/** The pages with the samples of a live app. */
const SAMPLED: readonly string[] = [
  "portal-installations",
  "portal-app-in-use",
  "portal-installation",
  "portal-webhook",
];
/** The pages of an app from its first review on. */
const REVIEWED: readonly string[] = [
  "portal-app-changes-requested",
  "portal-app-live",
  "portal-app-revision",
  "portal-app-in-use",
];
const LOOKS = [
  { look: "phone.dark", viewport: PHONE, colorScheme: "dark" },
  { look: "phone.light", viewport: PHONE, colorScheme: "light" },
  { look: "desktop.dark", viewport: DESKTOP, colorScheme: "dark" },
  { look: "desktop.light", viewport: DESKTOP, colorScheme: "light" },
] as const;

/** Takes pictures of every page of the developer portal during a developer's journey through the running service. */
export async function picturePortal(browser: Browser, wanted: WantedPictures): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-portal-"));
  const latchkey = startLatchkey({ env: { DATA_DIR: dataDir, SUPPORT_CONTACT: SUPPORT, ...(await findPorts()) } });
  try {
    await latchkey.ready();
    await takePictures(browser, { dataDir, ...readDemo(dataDir) }, wanted);
  } finally {
    latchkey.signalGroup("SIGINT");
    await latchkey.ended();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The app in the address of a page. */
const clientIdOf = (page: Page) => /apps\/(\w+)/.exec(page.url())?.[1] ?? "";

async function takePictures(
  browser: Browser,
  { dataDir, urls, service_key: key }: DemoFile & { dataDir: string },
  { includes, language }: WantedPictures,
): Promise<void> {
  const connection = connectCore({ url: `http://${urls.grpc}`, key });
  const open = async () =>
    (await browser.newContext({ locale: "en-GB", viewport: DESKTOP, reducedMotion: "reduce" })).newPage();
  const [page, colleague] = [await open(), await open()];
  let pages = 0;
  let isSampled = false;
  const look = async (page: Page, name: string) => {
    if (!includes(name)) return;
    pages += 1;
    if (SAMPLED.includes(name) && !isSampled) {
      isSampled = true;
      const clientId = clientIdOf(page);
      await moveInstallsBack(dataDir, clientId);
      await writeSampleInstallations(dataDir, clientId);
      await writeSampleCounts(dataDir, clientId);
      await page.reload();
    }
    if (REVIEWED.includes(name)) {
      await moveStepsBack(dataDir, clientIdOf(page));
      await page.reload();
    }
    if (name === "portal-webhook") {
      await writeSampleDeliveries(dataDir, clientIdOf(page));
      await page.reload();
      await page.getByRole("link", { name: "installation.created" }).nth(1).click();
      await takeLooks(page, "portal-webhook-delivered");
      await page.goBack();
    }
    await takeLooks(page, name);
  };
  const takeLooks = (page: Page, name: string) =>
    showIn(page, language, async (shown) => {
      for (const { look: as, viewport, colorScheme } of LOOKS) {
        await shown.setViewportSize(viewport);
        await shown.emulateMedia({ colorScheme });
        await shown.evaluate(SHOW_CURRENT_PAGE);
        await savePicture(shown, `${FOLDER}/${name}.${as}.png`);
      }
    });
  const core = clients(connection.transport);
  await visitPortalPages({ page, url: urls.http, core, look: (name) => look(page, name) });
  await page.context().clearCookies();
  await visitTeamPages({ owner: page, colleague, url: urls.http, core, look, mark: "" });
  connection.close();
  for (const one of [page, colleague]) await one.context().close();
  console.log(`${pages} pages, ${pages * LOOKS.length} pictures in ${FOLDER}/`);
}
