import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveService, startService } from "../../support/start-service.ts";
import { installFromPyPi } from "./proxies.ts";

const run = promisify(execFile);
const PACKAGE = "schemathesis==4.32.5";

let directory: string;
let service: LiveService;
let serviceKey: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "latchkey-schemathesis-"));
  const settings = { RATE_LIMITS: "off" };
  [service] = await Promise.all([startService("all", settings), installFromPyPi(join(directory, "python"), PACKAGE)]);
  serviceKey = await service.createKey("tokens:introspect");
});

afterAll(async () => {
  await service?.stop();
  if (directory !== undefined) await rm(directory, { recursive: true, force: true });
});

/** Runs all checks of schemathesis but `excluded` against a document; gives the exit status and the output. */
async function findings(origin: string, excluded: string, headers: string[] = []): Promise<[number, string]> {
  const program = join(directory, "python/bin/schemathesis");
  const options = ["--url", origin, "--max-examples", "30", "--exclude-checks", excluded, "--seed", "1", "--no-color"];
  const args = ["run", `${origin}/openapi.json`, ...options, ...headers.flatMap((header) => ["--header", header])];
  const failed = ({ code, stdout }: { code: number; stdout: string }) => [code, stdout] as [number, string];
  return run(program, args, { cwd: directory, maxBuffer: 2 ** 26 }).then(({ stdout }) => [0, stdout], failed);
}

test("schemathesis has no findings on the public port", async () => {
  // RFC 6749 §5.2: an unknown code or token is 400, also in a request that fits the schema.
  const [status, output] = await findings(service.origin, "positive_data_acceptance");
  expect([status, status === 0 ? "" : output]).toEqual([0, ""]);
  expect(output).toContain("7 selected / 7 total");
});

test("schemathesis has no findings on /forward-auth", async () => {
  // A misconfigured proxy gets 500, also without its service key.
  const excluded = "not_a_server_error,missing_required_header";
  const [status, output] = await findings(service.connectUrl, excluded, [`X-Service-Key: ${serviceKey}`]);
  expect([status, status === 0 ? "" : output]).toEqual([0, ""]);
  expect(output).toContain("7 selected / 7 total");
});
