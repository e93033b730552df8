import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** The addresses on which the configurations listen, as `file address:port`. */
const LISTENERS = [
  ...["deploy/haproxy/haproxy.cfg", "deploy/haproxy/postgres.cfg"].flatMap((file) =>
    [...read(file).matchAll(/^ *bind (\S+)/gm)].map(([, address]) => `${file} ${address}`),
  ),
  ...[...read("compose.yaml").matchAll(/^ +ports:\n +- (\S+)/gm)].map(([, address]) => `compose.yaml ${address}`),
];

test("of the deployed configurations, only the public port with TLS listens on every address", () => {
  expect(LISTENERS).toHaveLength(4);
  const withoutAddress = LISTENERS.filter((listener) => / (?::|\*|0\.0\.0\.0|\[::\]|\d+:\d+$)/.test(listener));
  expect(withoutAddress).toEqual(["deploy/haproxy/haproxy.cfg :443"]);
});
