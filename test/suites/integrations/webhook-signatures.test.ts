import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSigningSecret, signWebhook } from "../../../src/credential/webhook-signature.ts";
import { installPython } from "../../support/python.ts";

const run = promisify(execFile);
const VERIFY = `
import json, sys
from standardwebhooks import Webhook, WebhookVerificationError
call = json.load(sys.stdin)
try:
    print(json.dumps(Webhook(call["secret"]).verify(call["body"], call["headers"])))
except WebhookVerificationError as error:
    print(json.dumps({"error": str(error)}))
`;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "latchkey-signatures-"));
  await installPython({ directory, requirements: ["standardwebhooks==1.0.1"] });
});
afterAll(() => rm(directory, { recursive: true }));

/** The result of the Python library of the specification. */
async function verifyInPython(call: { secret: string; body: string; headers: Record<string, string> }) {
  const python = run(join(directory, "bin/python"), ["-c", VERIFY]);
  python.child.stdin!.end(JSON.stringify(call));
  return JSON.parse((await python).stdout);
}

test("the Python library of Standard Webhooks verifies the signature with either secret, and no changed body", async () => {
  const secrets = [createSigningSecret(), createSigningSecret()];
  const payload = `{"type" : "installation.created", "data" : {"merchant_id" : "Käse"}}`;
  const message = { id: crypto.randomUUID(), timestamp: Math.floor(Date.now() / 1000), payload };
  const headers = {
    "webhook-id": message.id,
    "webhook-timestamp": `${message.timestamp}`,
    "webhook-signature": signWebhook(
      secrets.map(({ bytes }) => bytes),
      message,
    ),
  };
  for (const { text: secret } of secrets) {
    expect(await verifyInPython({ secret, body: payload, headers })).toEqual(JSON.parse(payload));
    expect(await verifyInPython({ secret, body: `${payload} `, headers })).toHaveProperty("error");
  }
});
