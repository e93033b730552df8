import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import { clients, connectCore } from "../../../src/rpc/client.ts";
import { type Latchkey, readDemo, startLatchkey } from "../start/latchkey.ts";
import { findPorts } from "../start/ports.ts";
import { checkPage } from "./check-page.ts";
import { launchChromium } from "./chromium.ts";
import { DESKTOP, PHONE } from "./people.ts";
import { visitTeamPages } from "./team-journey.ts";

let browser: Browser;
let latchkey: Latchkey;
let dataDir: string;
let demo: DemoFile;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "latchkey-team-"));
  latchkey = startLatchkey({ env: { DATA_DIR: dataDir, ...(await findPorts()) } });
  browser = await launchChromium();
  await latchkey.ready();
  demo = readDemo(dataDir);
});
afterAll(async () => {
  await browser?.close();
  latchkey.signalGroup("SIGINT");
  await latchkey.ended();
  await rm(dataDir, { recursive: true, force: true });
});

test("a colleague is invited, submits an app of the team without JavaScript, and loses access when removed", async () => {
  const connection = connectCore({ url: `http://${demo.urls.grpc}`, key: demo.service_key });
  const open = async (options: object): Promise<Page> =>
    (await browser.newContext({ locale: "en-GB", ...options })).newPage();
  const seen: string[] = [];
  const faults: string[] = [];
  const owner = await open({ viewport: DESKTOP, reducedMotion: "reduce" });
  await visitTeamPages({
    owner,
    colleague: await open({ viewport: PHONE, javaScriptEnabled: false }),
    url: demo.urls.http,
    core: clients(connection.transport),
    async look(page, name) {
      seen.push(name);
      // The check of a page needs scripts.
      if (page !== owner) return;
      faults.push(...(await checkPage(page)).map((fault) => `${name}: ${fault}`));
    },
  });
  connection.close();
  expect(faults).toEqual([]);
  expect(seen).toHaveLength(9);
});
