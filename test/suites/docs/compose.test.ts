import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CLOSE_WITHIN_MS } from "../../../src/app/close-timeouts.ts";

const ROOT = join(import.meta.dirname, "../../..");
const compose = readFileSync(join(ROOT, "compose.yaml"), "utf8");
const FILES = { "compose.yaml": compose, ...pages("README.md", "docs/operations.md") };

const SECRET = "(?:SERVICE_KEY|TOKEN_KEY|POSTGRES_PASSWORD|DATABASE_URL)";
/** A command-line option with a secret value, which `ps` would show to every user of the machine. */
const AS_ARGUMENT = new RegExp(`(?:--env|-e)[ =]+${SECRET}=`);

function pages(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(ROOT, name), "utf8")]));
}

describe("command lines have no secret", () => {
  test.each(Object.entries(FILES))("in the commands of %s", (_name, text) => expect(text).not.toMatch(AS_ARGUMENT));

  test("in the containers' commands", () => {
    const run = compose.split("\n").filter((line) => /^\s+(command|entrypoint|test):/.test(line));
    expect(run.length).toBeGreaterThan(1);
    for (const line of run) expect(line).not.toMatch(/\$\{/);
  });

  test("the pattern finds a secret", () => {
    expect("docker compose exec --env SERVICE_KEY=<the key it printed> core").toMatch(AS_ARGUMENT);
    expect("docker run -e TOKEN_KEY=abc latchkey").toMatch(AS_ARGUMENT);
  });
});

test("containers get more time to stop than the process takes", () => {
  const periods = [...compose.matchAll(/stop_grace_period: (\d+)s/g)].map(([, seconds]) => Number(seconds) * 1_000);
  expect(periods).toHaveLength(2);
  for (const period of periods) expect(period).toBeGreaterThan(CLOSE_WITHIN_MS);
});
