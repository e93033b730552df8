import { expect, it } from "vitest";
import { createTokenFormat } from "../../../src/credential/token.ts";
import { cutSecrets } from "../../../src/demo/oauth-app.ts";

const ID = "0190b0a0-0000-7000-8000-000000000000";

it("shortens tokens, secrets and keys of any prefix to their checksum", () => {
  for (const prefix of ["lk", "acme2", "X"]) {
    for (const type of ["at", "rt", "ac", "cs", "sk", "it"] as const) {
      const { text } = createTokenFormat(prefix).create(type, ID);
      const shown = `${text.slice(0, prefix.length + 4)}…${text.slice(-6)}`;
      for (const around of ["%", '{"a":"%"}', "Bearer %", "code=%&state=x", "x_%", "% %"]) {
        expect(cutSecrets(around.replaceAll("%", text))).toBe(around.replaceAll("%", shown));
      }
    }
  }
});

it("keeps client ids, ids and URLs", () => {
  const text =
    "app_0123456789abcdefABCDEF 0190b0a0-0000-7000-8000-000000000000 http://127.0.0.1:8090/callback lk_at_short";
  expect(cutSecrets(text)).toBe(text);
});
