import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };

/** The npm scripts that run a file of `test` and take options. The `check:` scripts take none. */
const WITH_OPTIONS = Object.entries(scripts).flatMap(([name, command]) => {
  const file = /^node (test\/[\w./-]+\.ts)$/.exec(command)?.[1];
  return file === undefined || name.startsWith("check:") ? [] : [{ name, file }];
});

test.each(WITH_OPTIONS)("npm run $name -- --help prints its usage and does nothing else", ({ name, file }) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, "--help"], {
    cwd: ROOT,
    encoding: "utf8",
    // `--help` must not start Chromium.
    env: { ...process.env, CHROMIUM: "/bin/false" },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(new RegExp(`^npm run ${name} -- \\[`));
});

test("npm run screenshots refuses an option that it does not know", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["test/suites/browser/screenshots.ts", "--wide"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain("npm run screenshots -- [");
});
