import { globSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import config from "../../vitest.config.ts";

const ROOT = join(import.meta.dirname, "../../..");

interface Files {
  include: string[];
  exclude: string[];
}

const projects: Files[] = (config.test?.projects ?? []).map((project) => {
  const { include = [], exclude = [] } = typeof project === "object" && "test" in project ? (project.test ?? {}) : {};
  return { include, exclude };
});

const isRun = (file: string) =>
  projects.some(({ include, exclude }) => {
    const matches = (pattern: string) => matchesGlob(file, pattern);
    return include.some(matches) && !exclude.some(matches);
  });

test("each test file belongs to a project of the configuration, so that a script runs it", () => {
  const files = globSync("test/**/*.test.ts", { cwd: ROOT });
  expect(files.length).toBeGreaterThan(600);
  expect(files.filter((file) => !isRun(file))).toEqual([]);
});
