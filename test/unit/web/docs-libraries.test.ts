import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { GUIDE_PROGRAMS } from "../../../src/web/docs/guides/samples/programs.ts";
import { API_RECIPES, API_SAMPLE, CLIENT_VERSION, LIBRARIES } from "../../../src/web/docs/libraries/catalogue.ts";
import { placeholdersOf } from "../../../src/web/docs/quickstart/read.ts";
import { MESSAGES } from "../../../src/web/http/language.ts";
import { selectLanguages } from "../../suites/integrations/languages.ts";
import { createSite, type Site, Visitor } from "./site.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const { dependencies, devDependencies } = JSON.parse(read("package.json"));
const installed: Record<string, string> = { ...dependencies, ...devDependencies };

/** The files of the conformance suite that drive OAuth clients of others. */
const SUITE = ["real-clients", "clients", "express-app"].map((name) => read(`test/suites/conformance/${name}.ts`));
/** Packages of these files that are no OAuth clients. */
const OTHERS = ["express", "passport", "vitest"];

let site: Site;
let visitor: Visitor;
beforeEach(async () => {
  site = await createSite();
  visitor = new Visitor(site);
  return () => site.app.close();
});

test("the libraries are the OAuth clients that the conformance suite imports", () => {
  const imported = SUITE.flatMap((text) =>
    [...text.matchAll(/^import [^;]*? from "([^"]+)";$/gm)].map(([, one]) => one!),
  );
  const packages = imported.filter((one) => !/^(?:\.|node:)/.test(one) && !OTHERS.includes(one));
  expect(LIBRARIES.map(({ name }) => name).sort()).toEqual([...new Set(packages)].sort());
});

test("each has the version that the suite runs, and the packages of its sample", () => {
  for (const { name, version, beside, write } of LIBRARIES) {
    expect([name, installed[name]]).toEqual([name, version]);
    const code = write(placeholdersOf("https://login.example"), MESSAGES.en.docs.libraries.comments);
    const imported = [...code.matchAll(/ from "([^"]+)";/g)].map(([, one]) => one!);
    const packages = imported.filter((one) => !one.startsWith("node:"));
    expect([name, ...beside]).toEqual(expect.arrayContaining(packages));
    expect(packages).toContain(name);
    for (const one of beside) expect([one, installed[one] !== undefined]).toEqual([one, true]);
  }
});

test.each(["http://localhost:8080", "https://login.example"])(
  "samples for %s allow http only if they need to",
  (issuer) => {
    for (const { write } of LIBRARIES) {
      const code = write(placeholdersOf(issuer), MESSAGES.en.docs.libraries.comments);
      if (issuer.startsWith("https")) expect(code).not.toContain("allowInsecure");
      expect(code).toContain(issuer);
    }
  },
);

test("the package for APIs has its version, and the sample of its README", () => {
  expect(JSON.parse(read("src/client/package.json")).version).toBe(CLIENT_VERSION);
  expect(read("src/client/README.md")).toContain(API_SAMPLE);
});

test.each(["en", "de"])(
  "the page in %s says where the package for APIs comes from, and how to install it",
  async (language) => {
    const { body } = await visitor.get("/docs/libraries", { "accept-language": language });
    const text = body.replaceAll("<wbr>", "");
    expect(JSON.parse(read("package.json")).scripts).toHaveProperty("build:client");
    expect(text).toContain("npm run build:client &amp;&amp; npm pack ./dist/client");
    expect(text).toContain(`npm install ./latchkey-client-${CLIENT_VERSION}.tgz fastify`);
  },
);

test.each(["/docs/libraries", "/docs/webhooks"])(
  "%s installs standardwebhooks in each language of the receiver",
  async (path) => {
    const { body } = await visitor.get(path);
    const [, section = ""] = body.split(path === "/docs/webhooks" ? 'id="verify"' : 'id="webhooks"');
    for (const { install } of GUIDE_PROGRAMS.receive.programs) expect(section).toContain(`>${install.at(-1)}</code>`);
  },
);

test("the programs for APIs are those that the integration suite runs", () => {
  expect(API_RECIPES).toEqual(selectLanguages("all").map(({ name }) => name));
});

test.each(["en", "de"])("the page in %s has each library with its version and its sample", async (language) => {
  const { body } = await visitor.get("/docs/libraries", { "accept-language": language });
  for (const { id, name, version } of LIBRARIES) {
    expect(body).toContain(`<a href="#${id}"><code>${name}</code></a>`);
    expect(body.replaceAll("<wbr>", "")).toContain(`npm install ${name}@${version}`);
    expect(body).toContain(`<code id="${id}-sample">`);
  }
});
