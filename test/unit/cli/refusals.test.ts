import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { findPorts } from "../../suites/start/ports.ts";
import { type DemoRun, useDemoStage } from "../app/demo-stage.ts";
import { rowsOf, type Terminal, terminalWith } from "./terminal.ts";

const stage = useDemoStage();
let run: DemoRun;
let latchkey: Terminal;
let url: string;
let key: string;
beforeAll(async () => {
  run = await stage.start();
  latchkey = terminalWith({ DATA_DIR: stage.dataDir });
  [url, key] = [`http://${run.demo.urls.grpc}`, run.demo.service_key];
});

describe("the connection settings", () => {
  it("CORE_URL works with and without a trailing slash", async () => {
    for (const CORE_URL of [url, `${url}/`, url.replace("127.0.0.1", "localhost")]) {
      const result = await terminalWith({ CORE_URL, SERVICE_KEY: key })("apps", "list");
      expect(rowsOf(result)).toMatchObject([{ NAME: "Parcel Pilot" }]);
    }
  });

  it("default to the demo in DATA_DIR; SERVICE_KEY alone is used with that demo", async () => {
    expect((await latchkey("apps", "list")).status).toBe(0);
    const asApi = terminalWith({ DATA_DIR: stage.dataDir, SERVICE_KEY: run.demo.introspect_key });
    expect((await asApi("apps", "list")).err).toContain("lacks the permission apps:read");
  });

  it.each<[name: string, env: () => Record<string, string>, says: RegExp]>([
    ["no settings and no demo", () => ({ DATA_DIR: "/nowhere" }), /Set CORE_URL .* and SERVICE_KEY .*\n.*`npm start`/],
    ["empty settings", () => ({ DATA_DIR: "/nowhere", CORE_URL: "", SERVICE_KEY: "" }), /No core is configured/],
    ["a malformed demo.json", () => ({ DATA_DIR: brokenDemo() }), /No core is configured/],
    ["CORE_URL alone, beside a demo", () => ({ DATA_DIR: stage.dataDir, CORE_URL: url }), /set SERVICE_KEY/],
    [
      "a CORE_URL that is no URL",
      () => ({ CORE_URL: "core", SERVICE_KEY: key }),
      /CORE_URL is "core": it must be the core's gRPC port/,
    ],
    [
      "a CORE_URL with another scheme",
      () => ({ CORE_URL: "ftp://core:1", SERVICE_KEY: key }),
      /it must be the core's gRPC port/,
    ],
    ["a CORE_URL with a path", () => ({ CORE_URL: `${url}/api`, SERVICE_KEY: key }), /it must be the core's gRPC port/],
    [
      "plain text over a network",
      () => ({ CORE_URL: "http://core.internal:50051", SERVICE_KEY: key }),
      /in plain text:\n.*https:\/\//,
    ],
    ["a short SERVICE_KEY", () => ({ CORE_URL: url, SERVICE_KEY: "lk_sk_short" }), /SERVICE_KEY is not a service key/],
    [
      "a SERVICE_KEY of two lines",
      () => ({ CORE_URL: url, SERVICE_KEY: `${key}\nx` }),
      /SERVICE_KEY is not a service key/,
    ],
    [
      "a missing certificate file",
      () => ({ CORE_URL: url, SERVICE_KEY: key, TLS_CORE_CA: "/nowhere.pem" }),
      /TLS_CORE_CA names a file that cannot be read: \/nowhere\.pem\./,
    ],
  ])("%s", async (_name, env, says) => {
    const { status, out, err } = await terminalWith(env())("apps", "list");
    expect([status, out]).toEqual([1, ""]);
    expect(err).toMatch(says);
    expect(err).not.toContain(key);
  });

  it("ALLOW_PLAINTEXT_INTERNAL=1 allows plain text over a network", async () => {
    const env = { CORE_URL: "http://core.invalid:1", SERVICE_KEY: key, ALLOW_PLAINTEXT_INTERNAL: "1" };
    expect((await terminalWith(env)("apps", "list")).err).toContain("The core at http://core.invalid:1 is unreachable");
  });
});

describe("an unreachable core", () => {
  it("is reported with its address and what to check", async () => {
    const { GRPC_PORT } = await findPorts();
    const silent = terminalWith({ CORE_URL: `http://127.0.0.1:${GRPC_PORT}`, SERVICE_KEY: key });
    const { status, err } = await silent("merchants", "list");
    expect(status).toBe(1);
    expect(err).toMatch(
      /^latchkey: The core at http:\/\/127\.0\.0\.1:\d+ is unreachable \(.*ECONNREFUSED.*\)\.\n {2}Check that it runs and that this is its gRPC port/,
    );
  });

  it("is also reported if another server listens, or if the core has no TLS", async () => {
    const other = await listen();
    const { port } = other.address() as { port: number };
    for (const CORE_URL of [`http://127.0.0.1:${port}`, url.replace("http://127.0.0.1", "https://localhost")]) {
      const { status, err } = await terminalWith({ CORE_URL, SERVICE_KEY: key })("apps", "list");
      expect([CORE_URL, status, err]).toEqual([CORE_URL, 1, expect.stringContaining(`The core at ${CORE_URL}`)]);
    }
    other.close();
  });
});

describe("a failed command exits 1 with a hint", () => {
  const cases: [words: string, says: RegExp][] = [
    ["apps show app_none", /^latchkey: There is no such app \(NOT_FOUND\)\.\n {2}To list them: latchkey apps list\n$/],
    ["accounts show nobody@x.example", /There is no such account .*\n {2}To list them: latchkey accounts list/],
    ["apps submit --developer nobody@x.example --name x", /There is no such account/],
    ["merchants create --name x --owner nobody", /There is no such account/],
    ["merchants show none", /There is no such merchant .*\n {2}To list them: latchkey merchants list/],
    ["installations uninstall none", /There is no such installation .*\n {2}To list them: latchkey installations list/],
    ["keys revoke none", /There is no such service key .*\n {2}To list them: latchkey keys list/],
    [
      "accounts create --email operator@example.com --name x",
      /\(EMAIL_TAKEN\)\.\n {2}To see its account: latchkey accounts show .*\n {2}If that account has not verified/,
    ],
    ["accounts create --email no --name x", /Invalid fields \(INVALID\):\n {2}email: E-mail must be/],
    [
      "keys create x --permission tokens:all",
      /Invalid fields .*\n {2}permissions: Permissions must be among tokens:issue/,
    ],
    ["keys create x --permission web:act", /\(PERMISSIONS\)/],
    ["merchants remove-member harbour-coffee merchant@example.com", /\(LAST_OWNER\)\.\n$/],
    ["scopes upsert Überall --title x", /Invalid fields/],
    ["apps list --page-size 500", /page_size is at most 200/],
    ["apps list --page-token nonsense", /page_token must be the next_page_token of the same list/],
  ];
  it.each(cases)("latchkey %s", async (words, says) => {
    const { status, out, err } = await latchkey(...words.split(" "));
    expect([status, out]).toEqual([1, ""]);
    expect(err).toMatch(says);
    expect(err).not.toMatch(/\n {4}at /);
  });

  it("for a step that the app's state does not allow", async () => {
    const { client_id } = run.demo.app;
    for (const step of ["resume", "withdraw", "discard"]) {
      expect(await latchkey("apps", step, client_id)).toMatchObject({
        status: 1,
        out: "",
        err: expect.stringContaining("(STATE)"),
      });
    }
  });

  it("for rotating the secret of a public app", async () => {
    const options = ["--developer", "developer@example.com", "--name", "Public", "--public", "--draft", "--json"];
    const { app } = JSON.parse((await latchkey("apps", "submit", ...options)).out);
    expect((await latchkey("apps", "secrets", "rotate", app.clientId)).err).toBe(
      "latchkey: A public app has no secret to rotate.\n",
    );
  });

  it("for a key that lacks the permission", async () => {
    const asApi = terminalWith({ CORE_URL: url, SERVICE_KEY: run.demo.introspect_key });
    expect(await asApi("scopes", "list")).toEqual({
      status: 1,
      out: "",
      err:
        "latchkey: This service key lacks the permission apps:read.\n" +
        "  Use a key that has it, or create one with a key that has keys:write: latchkey keys create <name> --permission apps:read\n",
    });
  });

  it("for an unknown key", async () => {
    const SERVICE_KEY = `lk_sk_${"0".repeat(71)}`;
    const { status, err } = await terminalWith({ CORE_URL: url, SERVICE_KEY })("apps", "list");
    expect([status, err]).toEqual([
      1,
      "latchkey: The core does not accept this service key. Check SERVICE_KEY; it may have expired or been revoked.\n",
    ]);
  });

  it("for a profile file that is no JSON or has an unknown field", async () => {
    const file = join(stage.dataDir, "profile.json");
    for (const text of ["{", '{"colour": "red"}', "[]"]) {
      writeFileSync(file, text);
      const { status, err } = await latchkey("apps", "submit", "--developer", "developer@example.com", "--file", file);
      expect([status, err]).toEqual([1, expect.stringContaining(`${file} is not a valid profile: `)]);
    }
  });
});

describe("giving a role to an account without a verified e-mail fails and names the commands that verify it", () => {
  const EMAIL = "squatter@x.example";
  beforeAll(async () => {
    await stage.query("insert into account (email, name, developer, password_hash) values ($1, 'S', true, 'x')", [
      EMAIL,
    ]);
  });

  it.each([
    [`merchants add-member harbour-coffee ${EMAIL} --role manager`, "--merchant harbour-coffee --role manager"],
    [`accounts roles ${EMAIL} --operator`, "--operator"],
    [`merchants create --name New --owner ${EMAIL}`, ""],
    [`apps submit --developer ${EMAIL} --name x --draft`, "--developer"],
  ])("latchkey %s", async (words, offer) => {
    const { status, out, err } = await latchkey(...words.split(" "));
    expect([status, out]).toEqual([1, ""]);
    expect(err).toContain(`The account ${EMAIL} has no verified e-mail address (EMAIL_UNVERIFIED)`);
    expect(err).toContain(`latchkey ${`accounts invite ${EMAIL} ${offer}`.trim()}\n`);
    expect(err).toContain(`latchkey accounts verify-email ${EMAIL}\n`);
  });

  it("until verify-email marks the e-mail; lists show unverified e-mails", async () => {
    expect((await latchkey("accounts", "list", "--email", EMAIL)).out).toContain(`${EMAIL} (not verified)`);
    expect((await latchkey("accounts", "verify-email", EMAIL)).out).toMatch(new RegExp(`email +${EMAIL}\n`));
    expect((await latchkey("accounts", "roles", EMAIL, "--operator")).status).toBe(0);
  });
});

it("C7 stored names and texts cannot control the terminal or add lines", async () => {
  const { client_id } = run.demo.app;
  const values = [client_id, "Parcel\u001b[31m \u009b2J\u202egnp.exe", "One.\nclient_id  app_fake"];
  await stage.query("update app set name = $2, purpose = $3 where client_id = $1", values);
  const shown = await latchkey("apps", "show", client_id);
  expect(shown.out).toContain("Parcel\ufffd[31m \ufffd2J\ufffdgnp.exe\n");
  expect(shown.out).toContain("One. client_id  app_fake\n");
  for (const words of [["list"], ["list", "--json"], ["show", client_id], ["show", client_id, "--json"]]) {
    const { out } = await latchkey("apps", ...words);
    expect(out).toMatch(/gnp\.exe/);
    expect(out).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
  }
});

function brokenDemo(): string {
  const directory = join(stage.dataDir, "broken");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "demo.json"), "{}");
  return directory;
}

async function listen(): Promise<Server> {
  const server = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
