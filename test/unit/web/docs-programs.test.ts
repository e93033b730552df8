import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { AppSchema } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { GUIDE_PROGRAMS } from "../../../src/web/docs/guides/samples/programs.ts";
import { verifyWithOpenssl } from "../../../src/web/docs/guides/samples/receive/openssl.ts";
import { placeholdersOf } from "../../../src/web/docs/quickstart/read.ts";
import { listeningPort, withListener } from "../../../src/web/docs/quickstart/samples/loopback.ts";
import { PARTS, partOf, programOf } from "../../../src/web/docs/quickstart/samples/sample.ts";
import { PROGRAMS } from "../../../src/web/docs/quickstart/view.ts";
import { API_WRITERS } from "../../../src/web/docs/reference/requests.ts";
import { MESSAGES } from "../../../src/web/http/language.ts";
import { PUBLIC_URL } from "./site.ts";

/** The columns of a sample on a page of 1280 pixels, and of one beside the text of its step. */
const COLUMNS = 92;
const STEP_COLUMNS = 72;
/** The columns of a command, which the shell allows to break. */
const SHELL_COLUMNS = 60;

const client = {
  issuer: PUBLIC_URL,
  clientId: "app_4lHDgUMkxQkMjggq7lgvq3",
  confidential: true,
  redirectUri: "https://parcels.example/callback",
  scope: "orders:read products:read",
  refreshes: true,
};

describe.each(["en", "de"] as const)("the programs in %s", (language) => {
  const { quickstart, samples } = MESSAGES[language].docs;
  const programs = [
    ...Object.values(PROGRAMS).map(({ file, write }) => ({ file, code: programOf(write(client, quickstart.printed)) })),
    ...Object.values(GUIDE_PROGRAMS).flatMap((guide) =>
      guide.programs.map(({ file, write }) => ({ file, code: write(client, samples) })),
    ),
    { file: "verify.sh", code: verifyWithOpenssl(client, samples) },
  ];

  test.each(programs)("$file fits in the column", ({ code }) => {
    const lines = code.split("\n").map((line) => line.replaceAll("\t", "    "));
    expect(lines.filter(({ length }) => length > COLUMNS)).toEqual([]);
  });

  test.each(programs.filter(({ file }) => file.endsWith(".sh")))("$file breaks its long commands", ({ code }) => {
    const commands = code.split("\n").filter((line) => !/^ *(?:#|echo ')/.test(line));
    // The address of the platform has any length.
    const long = commands.filter((line) => line.replace(encodeURIComponent(PUBLIC_URL), "").length > SHELL_COLUMNS);
    expect(long).toEqual([]);
  });

  test.each(Object.entries(PROGRAMS))("the parts of the steps in %s are the program", (_name, { write }) => {
    const loopback = { ...client, redirectUri: "http://127.0.0.1:65535/callback" };
    for (const app of [client, { ...client, confidential: false }, { ...client, refreshes: false }, loopback]) {
      const lines = write(app, quickstart.printed);
      const parts = PARTS.map((part) => partOf(lines, part).code);
      const filled = (text: string) => text.split("\n").filter((line) => line !== "");
      expect(parts.flatMap(filled).sort()).toEqual(filled(programOf(lines)).sort());
      expect(parts.map((part) => part !== "")).toEqual([true, true, true, true, app.refreshes]);
      for (const part of parts) expect(part).not.toMatch(/^\n|\n$/);
      const wide = parts.flatMap(filled).filter((line) => line.replaceAll("\t", "  ").length > STEP_COLUMNS);
      expect(wide).toEqual([]);
    }
  });

  test.each(Object.entries(PROGRAMS))(
    "the lines of the steps in %s have their numbers in the program",
    (_name, { write }) => {
      const lines = write(client, quickstart.printed);
      const program = programOf(lines).split("\n");
      for (const part of PARTS) {
        const { code, numbers } = partOf(lines, part);
        const expected = numbers.map((number) => (number === null ? "" : program[number - 1]));
        expect(code.split("\n")).toEqual(expected);
      }
    },
  );

  test("the steps with curl are the script in its order, so that they can be pasted one after another", () => {
    const lines = PROGRAMS.curl.write(client, quickstart.printed);
    expect(PARTS.map((part) => partOf(lines, part).code).join("\n\n")).toBe(programOf(lines));
  });

  test("the verification with openssl warns that the list of processes has the key", () => {
    const [before] = verifyWithOpenssl(client, samples).split("hexkey:");
    expect(before!.split("\n").findLast((line) => line.startsWith("#"))).toMatch(
      /^# .*(list of processes|Prozessliste)\.$/,
    );
  });
});

test.each([
  { name: "a loopback address", redirectUris: ["http://127.0.0.1:8123/cb"], port: "8123" },
  { name: "localhost", redirectUris: ["http://localhost:8123"], port: "8123" },
  {
    name: "a loopback address among others",
    redirectUris: ["https://a.example/cb", "http://127.0.0.1:8123/"],
    port: "8123",
  },
  { name: "any port", redirectUris: ["http://127.0.0.1/cb"], confidential: false, port: "8400" },
  { name: "port 80 only", redirectUris: ["http://127.0.0.1/cb"], port: null },
  { name: "an address that only begins like one", redirectUris: ["http://127.0.0.1:8123.example/"], port: null },
  { name: "another address", redirectUris: ["https://a.example:8123/cb"], port: null },
])("the program listens at the redirect URI: $name", ({ redirectUris, confidential = true, port }) => {
  const app = create(AppSchema, { profile: { redirectUris } });
  const redirectUri = redirectUris[0]!;
  expect(listeningPort(withListener({ client: { ...client, confidential, redirectUri }, app }))).toBe(port);
});

test.each([
  { issuer: "http://localhost:8080", port: "8400" },
  { issuer: PUBLIC_URL, port: null },
])("a reader of $issuer without an app sees a redirect URI that the service accepts", ({ issuer, port }) => {
  expect(listeningPort(withListener({ client: placeholdersOf(issuer), app: null }))).toBe(port);
});

test("the address of the API request with curl is quoted if the shell would read its characters", () => {
  expect(API_WRITERS.curl("http://127.0.0.1:8091/orders")).toContain("curl http://127.0.0.1:8091/orders \\\n");
  expect(API_WRITERS.curl("https://api.example/orders?a=1&b='2'")).toContain(
    String.raw`curl 'https://api.example/orders?a=1&b='\''2'\''' `,
  );
});

test.each(Object.entries(API_WRITERS))("the API request in %s fits beside its step", (_language, write) => {
  const lines = write("https://api.example/orders").replaceAll("\t", "  ").split("\n");
  expect(lines.filter(({ length }) => length > STEP_COLUMNS)).toEqual([]);
});

test("the API request in Go is a program, as its step says", () => {
  expect(API_WRITERS.go("https://api.example/orders")).toMatch(
    /^package main\n[\s\S]*\nfunc main\(\) \{\n[\s\S]*\n\}$/,
  );
});

test.each([
  { name: "a port", redirectUri: "http://127.0.0.1:8123/cb", expected: "PORT=8123" },
  { name: "no port", redirectUri: "https://parcels.example/callback", expected: "PORT=3000" },
  { name: "no URL", redirectUri: "com.example.app://[/cb", expected: "PORT=3000" },
])("the web server listens on the port of the redirect URI: $name", ({ redirectUri, expected }) => {
  expect(GUIDE_PROGRAMS.connect.environment({ redirectUri })).toBe(expected);
});
