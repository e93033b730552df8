import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MERCHANT_ID } from "../../../src/web/docs/reference/examples.ts";
import { MERCHANT, type Platform, type RegisteredApp, startPlatform } from "../conformance/platform.ts";
import { codeOn } from "./page-code.ts";
import { createSampleApps, type SampleApps } from "./sample-apps.ts";

const execute = promisify(execFile);
const VERIFIER = "v".repeat(43);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

let platform: Platform;
let sampleApps: SampleApps;
let app: RegisteredApp;
let serviceKey: string;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "latchkey-endpoints-"));
  platform = await startPlatform("all");
  sampleApps = await createSampleApps(platform);
  app = sampleApps.apps.get("with a secret")!;
  serviceKey = await platform.service.createKey("tokens:introspect");
});
afterAll(async () => {
  await platform?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Goes with the samples in Go, which are a part of a function. */
const GO = (code: string) => `package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
)

func main() {
	_, _ = os.Environ(), url.Values{}
	${code}
	if err != nil {
		panic(err)
	}
	body, _ := io.ReadAll(response.Body)
	fmt.Println(string(body))
}
`;

const COMMANDS: Readonly<Record<string, readonly [file: string, command: string]>> = {
  curl: ["sample.sh", "sh sample.sh"],
  javascript: ["sample.mjs", "node sample.mjs"],
  python: ["sample.py", "python3 sample.py"],
  go: ["sample.go", "go run sample.go"],
};

/** Runs the sample of a page with real values for its placeholders. */
async function run(language: string, [page, id]: readonly [string, string], values: Record<string, string> = {}) {
  const query = new URLSearchParams({ app: app.clientId, code: language });
  const { html } = await sampleApps.developer.get(`/docs/${page}?${query}`);
  const sample = Object.entries(values).reduce(
    (code, [name, value]) => code.replaceAll(new RegExp(`(?<=["= ])${name}(?=[" ])`, "g"), value),
    codeOn(html, id),
  );
  const [file, command] = COMMANDS[language]!;
  await writeFile(join(directory, file), language === "go" && !sample.startsWith("package") ? GO(sample) : sample);
  const secrets = { CLIENT_SECRET: app.clientSecret, SERVICE_KEY: serviceKey, ACCESS_TOKEN: "lk_at_one" };
  const env = { ...process.env, ...secrets, GO111MODULE: "off" };
  const { stdout } = await execute("/bin/sh", ["-c", command], { cwd: directory, env });
  return stdout.slice(Math.max(0, stdout.indexOf("{"))).trim();
}

describe.each(Object.keys(COMMANDS))("the requests in %s", (language) => {
  test("exchange, refresh, introspect, revoke and uninstall", async () => {
    const endpoint = (name: string, id: string, values?: Record<string, string>) =>
      run(language, [`endpoints/${name}`, id], values);
    const CODE = await platform.issue(app, { codeChallenge: CHALLENGE });
    const first = JSON.parse(await endpoint("token", "post-oauth-token-request", { CODE, VERIFIER }));
    expect(first).toMatchObject({ token_type: "Bearer", merchant_id: MERCHANT });
    const second = JSON.parse(
      await endpoint("token", "post-oauth-token-refresh", { REFRESH_TOKEN: first.refresh_token }),
    );
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const narrow = ["scopes", `example-narrowRefresh-${language}`] as const;
    const third = JSON.parse(await run(language, narrow, { REFRESH_TOKEN: second.refresh_token }));
    expect([second.scope, third.scope]).toEqual(["orders:read orders:write", "orders:read"]);
    const state = () => endpoint("introspect", "post-oauth-introspect-request", { ACCESS_TOKEN: third.access_token });
    expect(JSON.parse(await state())).toMatchObject({ active: true, client_id: app.clientId });
    await endpoint("revoke", "post-oauth-revoke-request", { REFRESH_TOKEN: third.refresh_token });
    expect(JSON.parse(await state())).toEqual({ active: false });
    await endpoint("uninstall", "post-oauth-uninstall-request", { [MERCHANT_ID]: MERCHANT });
    const { rows } = await platform.service.query(
      "select i.state from installation i join app a on a.id = i.app_id where a.client_id = $1",
      [app.clientId],
    );
    expect(rows).toEqual([{ state: "UNINSTALLED" }]);
  });

  test("call an API", async () => {
    const seen: (string | undefined)[] = [];
    const api = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end('{"orders":[]}');
    }).listen(0, "127.0.0.1");
    await once(api, "listening");
    const { port } = api.address() as AddressInfo;
    try {
      const values = { "https://api.example/orders": `http://127.0.0.1:${port}/orders` };
      expect(await run(language, ["quickstart", "call-code"], values)).toBe('{"orders":[]}');
      expect(seen).toEqual(["Bearer lk_at_one"]);
    } finally {
      api.close();
    }
  });

  test("read the metadata", async () => {
    const metadata = await run(language, ["endpoints/metadata", "get-well-known-oauth-authorization-server-request"]);
    expect(metadata).toMatch(/token_endpoint"?: ?["']http:/);
  });
});
