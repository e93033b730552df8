import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installPython } from "../../support/python.ts";
import { type Platform, startPlatform } from "../conformance/platform.ts";

const run = promisify(execFile);
/** The number of requests for each operation and phase. */
const EXAMPLES = process.env.INTEGRATIONS === "all" ? "30" : "10";
const PACKAGE = "schemathesis==4.32.5";

let directory: string;
let platform: Platform;
let serviceKey: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "latchkey-schemathesis-"));
  const settings = { RATE_LIMITS: "off" };
  const installed = installPython({ directory: join(directory, "python"), requirements: [PACKAGE], compile: true });
  [platform] = await Promise.all([startPlatform("all", settings), installed]);
  serviceKey = await platform.service.createKey("tokens:introspect");
});

afterAll(async () => {
  await platform?.stop();
  if (directory !== undefined) await rm(directory, { recursive: true, force: true });
});

/** Runs all checks of schemathesis except `excluded` against a document. Returns the exit status and the output. */
async function findings(origin: string, excluded: string, more: string[] = []): Promise<[number, string]> {
  const program = join(directory, "python/bin/schemathesis");
  const options = [
    "--url",
    origin,
    "--max-examples",
    EXAMPLES,
    "--exclude-checks",
    excluded,
    "--seed",
    "1",
    "--no-color",
  ];
  const args = ["run", `${origin}/openapi.json`, ...options, ...more];
  const failed = ({ code, stdout }: { code: number; stdout: string }) => [code, stdout] as [number, string];
  return run(program, args, { cwd: directory, maxBuffer: 2 ** 26 }).then(({ stdout }) => [0, stdout], failed);
}

test("schemathesis has no findings on the public port", async () => {
  // RFC 6749 §5.2: an unknown code or token is 400 even if the request matches the schema.
  const [status, output] = await findings(platform.service.origin, "positive_data_acceptance");
  expect([status, status === 0 ? "" : output]).toEqual([0, ""]);
  expect(output).toContain("7 selected / 7 total");
});

test("schemathesis has no findings on the routes of apps with the credentials of an app", async () => {
  const { clientId, clientSecret } = platform.app;
  const paths = ["token", "revoke", "uninstall"].flatMap((name) => ["--include-path", `/oauth/${name}`]);
  const more = ["--auth", `${clientId}:${clientSecret}`, ...paths];
  const [status, output] = await findings(platform.service.origin, "positive_data_acceptance", more);
  expect([status, status === 0 ? "" : output]).toEqual([0, ""]);
  expect(output).toContain("3 selected / 7 total");
});

test("schemathesis has no findings on introspection with a service key", async () => {
  const more = ["--header", `Authorization: Bearer ${serviceKey}`, "--include-path", "/oauth/introspect"];
  // A schema cannot express that a request with an Authorization header must not have a client_secret.
  const [status, output] = await findings(platform.service.origin, "positive_data_acceptance", more);
  expect([status, status === 0 ? "" : output]).toEqual([0, ""]);
  expect(output).toContain("1 selected / 7 total");
});

test("schemathesis has no findings on /forward-auth", async () => {
  // A misconfigured proxy gets 500, for example if it sends no service key.
  const excluded = "not_a_server_error,missing_required_header";
  const [status, output] = await findings(platform.service.connectUrl, excluded, [
    "--header",
    `X-Service-Key: ${serviceKey}`,
  ]);
  expect([status, status === 0 ? "" : output]).toEqual([0, ""]);
  expect(output).toContain("7 selected / 7 total");
});
