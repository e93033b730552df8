import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebhookDeliveryState } from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import { createSigningSecret, type SignedMessage, signWebhook } from "../../../src/credential/webhook-signature.ts";
import { GUIDE_PROGRAMS } from "../../../src/web/docs/guides/samples/programs.ts";
import { installPython } from "../../support/python.ts";
import { freePorts, type LiveService, startService } from "../../support/start-service.ts";
import { type Daemon, startDaemon } from "../ha/programs.ts";
import { codeOn } from "./page-code.ts";

const ROOT = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** The directory of a reader's program, with its packages, and the command that starts it in place of the shell. */
const SAMPLES = [
  { language: "javascript", start: `exec '${process.execPath}' receiver.mjs` },
  { language: "python", start: "exec venv/bin/python -u receiver.py" },
  { language: "go", start: "go build -o receiver receiver.go && exec ./receiver" },
];

let directory: string;
let service: LiveService;
const receivers: Daemon[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "latchkey-samples-"));
  await mkdir(join(directory, "node_modules"));
  await symlink(join(ROOT, "node_modules/standardwebhooks"), join(directory, "node_modules/standardwebhooks"));
  await installPython({ directory: join(directory, "venv"), requirements: ["standardwebhooks==1.0.1"] });
  await run("go", ["mod", "init", "receiver"], { cwd: directory });
  const module = "github.com/standard-webhooks/standard-webhooks/libraries@v0.0.1";
  await run("go", ["get", module], { cwd: directory });
  service = await startService("all", { WEBHOOK_ALLOW_LOOPBACK: "1" });
});
afterAll(async () => {
  for (const receiver of receivers) await receiver.kill();
  await service?.stop();
  await rm(directory, { recursive: true });
});

async function pageIn(language: string): Promise<string> {
  return (await fetch(`${service.origin}/docs/webhooks?code=${language}`)).text();
}

async function sampleOf(language: string): Promise<string> {
  return codeOn(await pageIn(language), `receive-${language}`);
}

function headersOf(signed: SignedMessage, secret: Uint8Array): Record<string, string> {
  return {
    "webhook-id": signed.id,
    "webhook-timestamp": `${signed.timestamp}`,
    "webhook-signature": signWebhook([secret], signed),
  };
}

describe.each(SAMPLES)("the receiver in $language", ({ language, start }) => {
  test("accepts deliveries of the service, and refuses a forged one", async () => {
    const [port] = await freePorts(1);
    const url = `http://127.0.0.1:${port}/`;
    const { webhooks } = service.core;
    const { endpoint, secret } = await webhooks.createWebhookEndpoint({ url });
    const { file } = GUIDE_PROGRAMS.receive.programs.find((program) => program.language === language)!;
    await writeFile(join(directory, file), `${await sampleOf(language)}\n`);
    const environment = { HOME: process.env.HOME!, WEBHOOK_SECRET: secret, PORT: `${port}` };
    const logFile = join(directory, `${language}.log`);
    const command = `cd '${directory}' && ${start}`;
    receivers.push(startDaemon({ command: "/bin/sh", args: ["-c", command], environment, logFile }));
    const answer = () => fetch(url, { method: "POST", body: "{}" }).then(({ status }) => status, String);
    await expect.poll(answer, { timeout: 200_000 }).toBe(400);

    const { delivery } = await webhooks.sendTestWebhook({ endpointId: endpoint!.endpointId });
    const { deliveryId } = delivery!;
    const stateOf = async () => (await webhooks.getWebhookDelivery({ deliveryId })).delivery;
    await expect
      .poll(stateOf)
      .toMatchObject({ state: WebhookDeliveryState.SUCCEEDED, lastStatus: 204, attemptCount: 1, test: true });
    expect(readFileSync(logFile, "utf8")).toContain("webhook.test {}");

    const { payload } = await webhooks.getWebhookDelivery({ deliveryId });
    const forged = { id: crypto.randomUUID(), timestamp: Math.floor(Date.now() / 1000), payload };
    const headers = headersOf(forged, createSigningSecret().bytes);
    expect((await fetch(url, { method: "POST", headers, body: payload })).status).toBe(400);
  });
});

describe("the verification with openssl", () => {
  const secret = createSigningSecret();
  const signed = { id: crypto.randomUUID(), timestamp: 1_795_388_406, payload: '{"type":"webhook.test","x":"ä"}' };

  /** The script of the page with the values of a request, and a body. */
  async function verify(signatures: string, body: string) {
    const page = codeOn(await pageIn("javascript"), "example-verification");
    const script = page
      .replace(/^ID=.*$/m, `ID=${signed.id}`)
      .replace(/^TIMESTAMP=.*$/m, `TIMESTAMP=${signed.timestamp}`)
      .replace(/^SIGNATURES=.*$/m, `SIGNATURES='${signatures}'`);
    await writeFile(join(directory, "body.json"), body);
    const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret.text };
    return run("/bin/sh", ["-c", script], { cwd: directory, env }).then(
      ({ stdout }) => stdout,
      ({ stderr }) => Promise.reject(new Error(stderr)),
    );
  }

  test("accepts each signature of the service", async () => {
    const other = createSigningSecret().bytes;
    const both = signWebhook([other, secret.bytes], signed);
    expect(await verify(both, signed.payload)).toBe("The signature is valid.\n");
  });

  test("refuses another secret and another body", async () => {
    const invalid = "The signature is not valid.";
    const forged = signWebhook([createSigningSecret().bytes], signed);
    await expect(verify(forged, signed.payload)).rejects.toThrow(invalid);
    const good = signWebhook([secret.bytes], signed);
    await expect(verify(good, `${signed.payload} `)).rejects.toThrow(invalid);
  });
});

test("docs/webhooks.md has the same receivers", async () => {
  const document = readFileSync(join(ROOT, "docs/webhooks.md"), "utf8");
  const sample = (name: string) => document.split(`\n\`\`\`${name}\n`)[1]!.split("\n```")[0]!;
  expect(sample("js")).toBe(await sampleOf("javascript"));
  expect(sample("python")).toBe(await sampleOf("python"));
  expect(sample("go")).toBe(await sampleOf("go"));
});
