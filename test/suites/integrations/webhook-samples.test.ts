import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebhookDeliveryState } from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import { createSigningSecret, signWebhook } from "../../../src/credential/webhook-signature.ts";
import { freePorts, type LiveService, startService } from "../../support/start-service.ts";
import { type Daemon, startDaemon } from "../ha/programs.ts";

const ROOT = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** The programs of docs/webhooks.md: the first code block of each language. */
const SAMPLES = [
  {
    language: "js",
    file: "receiver.mjs",
    command: (directory: string) => `exec '${process.execPath}' '${directory}/receiver.mjs'`,
  },
  {
    language: "python",
    file: "receiver.py",
    command: (directory: string) => `exec '${directory}/venv/bin/python' -u '${directory}/receiver.py'`,
  },
];

let directory: string;
let service: LiveService;
const receivers: Daemon[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "latchkey-samples-"));
  await mkdir(join(directory, "node_modules"));
  await symlink(join(ROOT, "node_modules/standardwebhooks"), join(directory, "node_modules/standardwebhooks"));
  await run("/usr/bin/python3", ["-m", "venv", join(directory, "venv")]);
  const install = ["install", "--quiet", "--disable-pip-version-check", "standardwebhooks==1.0.1"];
  await run(join(directory, "venv/bin/pip"), install);
  service = await startService("all", { WEBHOOK_ALLOW_LOOPBACK: "1" });
});
afterAll(async () => {
  for (const receiver of receivers) await receiver.kill();
  await service?.stop();
  await rm(directory, { recursive: true });
});

function sampleOf(language: string): string {
  const page = readFileSync(join(ROOT, "docs/webhooks.md"), "utf8");
  return page.split(`\n\`\`\`${language}\n`)[1]!.split("\n```")[0]!;
}

describe.each(SAMPLES)("the receiver in $language", ({ language, file, command }) => {
  test("accepts deliveries of the service, and refuses a forged one", async () => {
    const [port] = await freePorts(1);
    const url = `http://127.0.0.1:${port}/`;
    const { webhooks } = service.core;
    const { endpoint, secret } = await webhooks.createWebhookEndpoint({ url });
    await writeFile(join(directory, file), `${sampleOf(language)}\n`);
    const environment = { WEBHOOK_SECRET: secret, PORT: `${port}` };
    const logFile = join(directory, `${language}.log`);
    receivers.push(startDaemon({ command: "/bin/sh", args: ["-c", command(directory)], environment, logFile }));
    await expect.poll(() => fetch(url, { method: "POST", body: "{}" }).then(({ status }) => status, String)).toBe(400);

    const { delivery } = await webhooks.sendTestWebhook({ endpointId: endpoint!.endpointId });
    const { deliveryId } = delivery!;
    const stateOf = async () => (await webhooks.getWebhookDelivery({ deliveryId })).delivery;
    await expect
      .poll(stateOf)
      .toMatchObject({ state: WebhookDeliveryState.SUCCEEDED, lastStatus: 204, attemptCount: 1, test: true });
    expect(readFileSync(logFile, "utf8")).toContain("webhook.test {}");

    const { payload } = await webhooks.getWebhookDelivery({ deliveryId });
    const forged = { id: crypto.randomUUID(), timestamp: Math.floor(Date.now() / 1000), payload };
    const headers = {
      "webhook-id": forged.id,
      "webhook-timestamp": `${forged.timestamp}`,
      "webhook-signature": signWebhook([createSigningSecret().bytes], forged),
    };
    expect((await fetch(url, { method: "POST", headers, body: payload })).status).toBe(400);
  });
});
