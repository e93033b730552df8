import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OAuthApp } from "../../../src/demo/oauth-app.ts";
import { createDemoStage, type DemoRun, type DemoStage } from "../../unit/app/demo-stage.ts";
import { readmePrograms } from "../../unit/client/readme.ts";
import { tokensFor } from "../../unit/demo/tokens.ts";
import { refusedWithinASecond } from "../browser/refused.ts";
import { type Installed, install, oldNode, packagesIn } from "./installed.ts";

let installed: Installed;
let stage: DemoStage;
let run: DemoRun;
beforeAll(async () => {
  installed = install();
  stage = await createDemoStage();
  run = await stage.start();
});
afterAll(async () => {
  await stage?.close();
  installed?.remove();
});

const settings = () => ({ LATCHKEY_URL: run.demo.urls.grpc, INTROSPECT_KEY: run.demo.introspect_key });

describe("the package", () => {
  it("contains the compiled code, README and licence, and nothing else", () => {
    const rest = installed.files.filter(
      (file) => !/^dist\/(src\/(client|concurrency)|gen\/latchkey\/v1)\/[\w-]+\.(js|d\.ts)$/.test(file),
    );
    expect(rest.sort()).toEqual(["LICENSE", "README.md", "package.json"]);
  });

  it("contains all exported files", () => {
    const { exports } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../src/client/package.json"), "utf8"));
    const files = Object.values<string | Record<string, string>>(exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    );
    expect(installed.files).toEqual(expect.arrayContaining(files.map((file) => file.replace("./", ""))));
  });

  it("depends on gRPC and protobuf, and on no framework", () => {
    const packages = packagesIn(installed.directory);
    expect(packages).toEqual(expect.arrayContaining(["@latchkey/client", "@grpc/grpc-js", "@bufbuild/protobuf"]));
    expect(packages.filter((name) => /fastify|express|connect/.test(name))).toEqual([]);
  });

  it("has types that pass strict TypeScript", () => {
    const program = `
      import { createIntrospector, type Grant, IntrospectionError, type IntrospectorStats } from "@latchkey/client";
      import { authorizeBearer } from "@latchkey/client/bearer";
      import { bearerGuard, grantOf } from "@latchkey/client/express";
      const introspector = createIntrospector({ url: "a:1", key: "k", cache: { maxAgeMs: 500 }, onUnreachable: "serveStale" });
      const grant: Grant | null = await introspector.introspect("t", { consistency: "full" });
      const merchant: string | undefined = grant?.merchantId;
      const stats: IntrospectorStats = introspector.stats();
      const middleware = bearerGuard(introspector, { onUnavailable: ({ code }: IntrospectionError) => code })("orders:read");
      // @ts-expect-error a grant is shared and not to be changed
      if (grant) grant.merchantId = "x";
      export { authorizeBearer, grantOf, merchant, middleware, stats };`;
    writeFileSync(join(installed.directory, "types.mts"), program);
    const options = [
      "--noEmit",
      "--strict",
      "--target",
      "es2022",
      "--module",
      "nodenext",
      "--types",
      "node",
      "types.mts",
    ];
    const tsc = join(import.meta.dirname, "../../../node_modules/.bin/tsc");
    const compile = () => execFileSync(tsc, options, { cwd: installed.directory, encoding: "utf8" });
    expect(compile).not.toThrow();
  });
});

describe(`on Node ${oldNode().version}`, () => {
  it("the program of the README prints the grant of a token", async () => {
    const { access_token: ACCESS_TOKEN } = await tokensFor(run, "orders:read");
    writeFileSync(join(installed.directory, "readme.mjs"), readmePrograms().get("core")!);
    const ask = (token: string) => installed.run("readme.mjs", { ...settings(), ACCESS_TOKEN: token });
    expect(await ask(ACCESS_TOKEN)).toBe("harbour-coffee orders:read\n");
    expect(await ask("nonsense")).toBe("the token is inactive\n");
  });

  it("CommonJS can require it", async () => {
    const { access_token: ACCESS_TOKEN } = await tokensFor(run, "orders:read");
    expect(await installed.run("require.cjs", { ...settings(), ACCESS_TOKEN })).toBe("harbour-coffee\n");
  });

  describe("an API with its middleware", () => {
    const running: ChildProcess[] = [];
    afterAll(async () => {
      for (const child of running) {
        child.kill();
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      }
    });

    async function start(env: Record<string, string> = {}) {
      const options = { cwd: installed.directory, env: { ...settings(), ...env } };
      const child = spawn(oldNode().path, ["api.mjs"], { ...options, stdio: ["ignore", "pipe", "inherit"] });
      running.push(child);
      const [line] = (await once(child.stdout!, "data")) as [Buffer];
      const get = async (path: string, token?: string) => {
        const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
        const response = await fetch(`http://127.0.0.1:${line.toString().trim()}${path}`, { headers });
        return {
          status: response.status,
          headers: response.headers,
          body: (await response.json()) as Record<string, unknown>,
        };
      };
      /** Repeats a call until a response comes from the cache. */
      const fromCache = (token: string) =>
        expect.poll(async () => (await get("/", token)) && (await get("/stats")).body.hits).toBeGreaterThan(0);
      return { get, fromCache };
    }

    it("responds from its cache; V1 rejects a revoked token within a second", async () => {
      const { access_token: token } = await tokensFor(run, "orders:read");
      const api = await start();
      expect(await api.get("/", token)).toMatchObject({ status: 200, body: { merchantId: "harbour-coffee" } });
      await api.fromCache(token);
      await new OAuthApp(run.demo).revoke(token);
      await refusedWithinASecond(async () => (await api.get("/", token)).status);
    });

    it("responds as RFC 6750 says", async () => {
      const { access_token: narrow } = await tokensFor(run, "products:read");
      const api = await start();
      expect((await api.get("/")).headers.get("www-authenticate")).toBe('Bearer realm="api"');
      expect(await api.get("/", narrow)).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
    });

    it("I4 without the core: rejects, or serves stale grants with their age, as configured", async () => {
      const { access_token: token } = await tokensFor(run, "orders:read");
      const [refusing, serving] = [await start(), await start({ ON_UNREACHABLE: "serveStale" })];
      await refusing.fromCache(token);
      await serving.fromCache(token);
      await run.stop();
      await expect.poll(async () => (await refusing.get("/", token)).status).toBe(503);
      await expect.poll(async () => (await serving.get("/", token)).body.staleMs).toBeGreaterThan(1_000);
      run = await stage.start();
      await expect.poll(async () => (await refusing.get("/", token)).status).toBe(200);
    });
  });
});
