import { readFileSync } from "node:fs";
import { createIntrospector } from "../../../../src/client/introspector.ts";
import { responseLimit } from "./programs.ts";
import type { LoadResult } from "./wrk.ts";

// Looks up cached tokens, as an API does for each request. Command-line arguments: address, key, file of tokens, seconds.
const [url = "", key = "", file = "", seconds = "1"] = process.argv.slice(2);
const tokens = readFileSync(file, "utf8").trim().split("\n");
/** Yields to timers and to the feed, as a server does between requests. */
const BETWEEN_LOOKS = 10_000;

const introspector = createIntrospector({ url, key });
for (const token of tokens) await introspector.introspect(token);
const before = introspector.stats();
let [good, wrong, at] = [0, 0, 0];
const began = performance.now();
const limit = responseLimit() ?? Number.POSITIVE_INFINITY;
while (performance.now() - began < Number(seconds) * 1_000 && good + wrong < limit) {
  for (let n = 0; n < BETWEEN_LOOKS; n++) {
    const grant = await introspector.introspect(tokens[at++ % tokens.length]!);
    if (grant?.scopes.has("orders:read") === true) good += 1;
    else wrong += 1;
  }
  await new Promise((resolve) => setImmediate(resolve));
}
const elapsed = (performance.now() - began) / 1_000;
const { hits, requested } = introspector.stats();
introspector.close();
const result: LoadResult & { hits: number; requested: number } = {
  ...{ perSecond: good / elapsed, p50Us: 0, p99Us: 0, checked: good + wrong, wrong },
  ...{
    firstWrong: wrong > 0 ? "no grant" : null,
    generatorCores: 1,
    hits: hits - before.hits,
    requested: requested - before.requested,
  },
};
process.stdout.write(`${JSON.stringify(result)}\n`);
