import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../conformance/platform.ts";

const run = promisify(execFile);
/** The older one compiles in 60 % of the CPU time. It lacks version 1 of the reflection protocol, which `buf curl` uses in the contract suite. */
const VERSION = process.env.INTEGRATIONS === "all" ? "v1.8.9" : "v1.6.0";
/** Keeps the program from one run to the next. */
const CACHE = join(import.meta.dirname, "../../../node_modules/.cache/integrations", `grpcurl-${VERSION}`);
const GRPCURL = join(CACHE, "grpcurl");

let platform: Platform;
beforeAll(async () => {
  if (!existsSync(GRPCURL)) {
    const env = { ...process.env, GOBIN: CACHE };
    await run("go", ["install", `github.com/fullstorydev/grpcurl/cmd/grpcurl@${VERSION}`], { env });
  }
  platform = await startPlatform("all");
}, 1200_000);
afterAll(() => platform?.stop());

async function grpcurl(...args: string[]): Promise<string> {
  const { stdout } = await run(GRPCURL, ["-plaintext", ...args]);
  return stdout;
}

describe.each([
  ["gRPC port", () => platform.service.grpcAddress],
  ["Connect port", () => new URL(platform.service.connectUrl).host],
])("grpcurl and the %s", (_name, address) => {
  test("reflection lists and describes the services", async () => {
    const services = await grpcurl(address(), "list");
    expect(services.split("\n")).toEqual(
      expect.arrayContaining([
        "grpc.health.v1.Health",
        "latchkey.v1.TokenService",
        "envoy.service.auth.v3.Authorization",
      ]),
    );
    expect(await grpcurl(address(), "describe", "latchkey.v1.TokenService.Introspect")).toContain("IntrospectRequest");
  });

  test("the health service and an RPC answer without proto files", async () => {
    const health = async () => JSON.parse(await grpcurl(address(), "grpc.health.v1.Health/Check"));
    await expect.poll(health).toEqual({ status: "SERVING" });
    const key = ["-H", `authorization: Bearer ${await platform.service.createKey("tokens:introspect")}`];
    const call = ["-emit-defaults", "-d", '{"token":"x"}', address(), "latchkey.v1.TokenService/Introspect"];
    expect(JSON.parse(await grpcurl(...key, ...call))).toMatchObject({ active: false });
  });
});
