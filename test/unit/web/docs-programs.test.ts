import { describe, expect, test } from "vitest";
import { GUIDE_PROGRAMS } from "../../../src/web/docs/guides/samples/programs.ts";
import { verifyWithOpenssl } from "../../../src/web/docs/guides/samples/receive/openssl.ts";
import { PROGRAMS } from "../../../src/web/docs/quickstart/view.ts";
import { MESSAGES } from "../../../src/web/http/language.ts";
import { PUBLIC_URL } from "./site.ts";

/** The columns of a sample on a page of 1280 pixels. */
const COLUMNS = 92;

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
    ...Object.values(PROGRAMS).map(({ file, write }) => ({ file, code: write(client, quickstart.printed) })),
    ...Object.values(GUIDE_PROGRAMS).flatMap((guide) =>
      guide.programs.map(({ file, write }) => ({ file, code: write(client, samples) })),
    ),
    { file: "verify.sh", code: verifyWithOpenssl(client, samples) },
  ];

  test.each(programs)("$file fits in the column", ({ code }) => {
    const lines = code.split("\n").map((line) => line.replaceAll("\t", "    "));
    expect(lines.filter(({ length }) => length > COLUMNS)).toEqual([]);
  });

  test("the verification with openssl warns that the list of processes has the key", () => {
    const [before] = verifyWithOpenssl(client, samples).split("hexkey:");
    expect(before!.split("\n").at(-3)).toMatch(/^# .*(list of processes|Prozessliste)\.$/);
  });
});

test.each([
  { name: "a port", redirectUri: "http://127.0.0.1:8123/cb", expected: "PORT=8123" },
  { name: "no port", redirectUri: "https://parcels.example/callback", expected: "PORT=3000" },
  { name: "no URL", redirectUri: "com.example.app://[/cb", expected: "PORT=3000" },
])("the web server listens on the port of the redirect URI: $name", ({ redirectUri, expected }) => {
  expect(GUIDE_PROGRAMS.connect.environment({ redirectUri })).toBe(expected);
});
