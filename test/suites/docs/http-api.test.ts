import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openApiDocument } from "../../../src/gateway/openapi/document.ts";
import { OAUTH_CODES } from "../../../src/oauth/errors.ts";

const text = readFileSync(join(import.meta.dirname, "../../../docs/http-api.md"), "utf8");
const document = openApiDocument("https://auth.example") as {
  paths: Record<string, Record<string, { parameters?: { name: string }[] }>>;
};
const PARAMETERS = Object.values(document.paths)
  .flatMap((path) => Object.values(path))
  .flatMap(({ parameters = [] }) => parameters.map(({ name }) => name));

describe("docs/http-api.md", () => {
  test.each(Object.keys(document.paths))("has the route %s", (path) => expect(text).toContain(path));
  test.each(PARAMETERS)("explains the parameter %s", (name) => expect(text).toContain(`| \`${name}\` |`));
  test.each(OAUTH_CODES)("names the error %s", (code) => expect(text).toContain(`\`${code}\``));
  test.each(["invalid_token", "insufficient_scope"])("names the error %s", (code) =>
    expect(text).toContain(`\`${code}\``),
  );
});
