import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const LONGEST = 100;

/**
 * Folders and files of `src` whose length the product requires, by reason. Every other file above `LONGEST` lines needs a row in the
 * document.
 */
const PRODUCT: Record<string, string[]> = {
  "rules of OAuth and the token path": ["oauth", "credential", "service/tokens", "store/tokens"],
  "entities and the statements on them": [
    "model",
    ...in_("store", "accounts apps audit consent installations webhooks"),
  ],
  "one file per RPC": in_("service", "accounts apps audit consent events installations platform reviews webhooks"),
  "the wiring of services, messages and permissions": ["rpc/services", "rpc/authentication"],
  "routes and pages": [
    "gateway/routes",
    "gateway/server.ts",
    ...in_(
      "web",
      "account components console consent docs errors layout portal public webhooks plugin.ts request-context.ts",
    ),
  ],
  "settings, commands, demo, start and stop": ["app", "config", "cli", "demo", "main.ts"],
};

function in_(folder: string, names: string): string[] {
  return names.split(" ").map((name) => `${folder}/${name}`);
}

const isIn = (file: string, path: string): boolean => file === path || file.startsWith(`${path.replace(/\/$/, "")}/`);

const chapter = readFileSync(join(ROOT, "docs/decisions.md"), "utf8")
  .split(/^## /m)
  .find((part) => part.startsWith("Mechanisms"))!;
const [table = ""] = chapter.split("\nThese mechanisms were removed");
const DESCRIBED = [...table.matchAll(/^\| [^|]+ \| ([^|]+) \|/gm)].flatMap(([, files]) =>
  [...files!.matchAll(/`([\w/.-]+)`/g)].map(([, path]) => path!),
);

test("each file and folder in the table of mechanisms exists", () => {
  expect(DESCRIBED.length).toBeGreaterThan(50);
  expect(DESCRIBED.filter((path) => !existsSync(join(ROOT, "src", path)))).toEqual([]);
});

test(`each file of more than ${LONGEST} lines belongs to the product or to a row of the table`, () => {
  const known = [...Object.values(PRODUCT).flat(), ...DESCRIBED];
  const missing = globSync("**/*.ts", { cwd: join(ROOT, "src") })
    .filter(
      (file) =>
        readFileSync(join(ROOT, "src", file), "utf8")
          .trimEnd()
          .split("\n").length > LONGEST,
    )
    .filter((file) => !known.some((path) => isIn(file, path)));
  expect(missing, "add a row to docs/decisions.md: gain, needed by, effect of removing it").toEqual([]);
});
