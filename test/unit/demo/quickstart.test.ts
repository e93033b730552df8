import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { Browser, type Page } from "../../../src/demo/browser.ts";
import { refusedWithinASecond } from "../../suites/browser/refused.ts";
import { perFile } from "../../support/world/fixtures.ts";
import { useDemoStage } from "../app/demo-stage.ts";

const execute = promisify(execFile);
const stage = useDemoStage();
const run = perFile(() => stage.start());
const merchantId = "quickstart-test";

/** The text of a sample. */
function sampleOn({ html }: Page, id: string): string {
  const [, code = ""] = new RegExp(`<code id="${id}">([\\s\\S]*?)</code>`).exec(html) ?? [];
  return code.replaceAll(/<[^>]*>/g, "").replaceAll("&quot;", '"');
}

/** Runs a command with curl; resolves with the status and the body of the response. */
async function send(command: string): Promise<{ status: number; body: string }> {
  const { stdout } = await execute("/bin/sh", ["-c", `${command} --silent --include`]);
  const [head = "", body = ""] = stdout.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), body };
}

/** Signs in the developer of the demo and gives the app access to a new test merchant. */
async function tryCall(browser: Browser): Promise<Page> {
  const { demo, core } = run;
  const { account } = await core.accounts.getAccount({ email: demo.developer.email });
  const owner = { ownerAccountId: account!.accountId, test: true };
  await core.accounts.createMerchant({ merchantId, name: "Quickstart test", ...owner });
  await browser.submit(await browser.get(`${demo.urls.http}/sign-in`), { ...demo.developer });
  const { client_id, client_secret } = demo.app;
  const query = new URLSearchParams({ app: client_id, merchant: merchantId });
  const choice = await browser.get(`${demo.urls.http}/docs/try?${query}`);
  return browser.submit(choice, { scope: "orders:read", client_secret });
}

it("the API request of the documentation works with a token of a test merchant until the token is revoked", async () => {
  const browser = new Browser();
  const tried = await tryCall(browser);
  const command = sampleOn(tried, "api-text");
  const answer = await send(command);
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.body)).toMatchObject({ merchant_id: merchantId, orders: expect.any(Array) });
  // Only the sandbox serves test merchants.
  expect((await send(command.replace("/sandbox/orders", "/orders"))).status).toBe(401);

  const quickstart = await browser.get(`${run.demo.urls.http}/docs/quickstart?code=curl`);
  const [, accessToken = ""] = /Bearer (lk_at_\w+)/.exec(command) ?? [];
  const sample = `ACCESS_TOKEN=${accessToken}\n${sampleOn(quickstart, "call-code")}`;
  expect((await send(sample)).status).toBe(200);

  await browser.submit(tried, { action: "revoke", client_secret: run.demo.app.client_secret });
  await refusedWithinASecond(async () => (await send(command)).status);
  const refused = await send(sample);
  expect(refused).toMatchObject({ status: 401, body: expect.stringContaining("invalid_token") });
});
