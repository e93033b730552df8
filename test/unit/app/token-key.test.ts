import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTokenKeys } from "../../../src/app/token-key.ts";
import type { Config } from "../../../src/config/config.ts";

const MODULE = join(import.meta.dirname, "../../../src/app/token-key.ts");
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "latchkey-token-key-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** The ids of the keys: digests of them. */
const open = async () => (await openTokenKeys({ tokenKey: null, dataDir } as Config)).keyIds;

describe("the key that a first start makes", () => {
  it("is the same at every start, for this user alone", async () => {
    const first = await open();
    expect(await open()).toEqual(first);
    expect(await readdir(dataDir)).toEqual(["token_key"]);
    expect((await stat(join(dataDir, "token_key"))).mode & 0o777).toBe(0o600);
  });

  it("is one for all that start at once", async () => {
    // Each begins a little later than the one before, so that one finds what another is about to make.
    const starts = Array.from({ length: 60 }, async (_, n) => {
      for (let turns = 0; turns < n; turns++) await new Promise((resolve) => setImmediate(resolve));
      return (await open())[0];
    });
    expect(new Set(await Promise.all(starts)).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(["token_key"]);
  });

  it("is there as a whole or not at all: a start that cannot write it leaves the next one free to", async () => {
    const start = `import(${JSON.stringify(MODULE)}).then((m) => m.openTokenKeys({ tokenKey: null, dataDir: process.argv[1] }))`;
    const unable = `ulimit -f 0 && exec "$0" -e "$1" "$2"`;
    await expect(promisify(execFile)("sh", ["-c", unable, process.execPath, start, dataDir])).rejects.toThrow("EFBIG");
    expect(await readdir(dataDir)).toEqual([]);
    await open();
    expect((await readFile(join(dataDir, "token_key"), "utf8")).trim()).toHaveLength(43);
  });

  it("is never made in place of a file that holds something else", async () => {
    await writeFile(join(dataDir, "token_key"), "other");
    await expect(open()).rejects.toThrow("holds no key");
    expect(await readFile(join(dataDir, "token_key"), "utf8")).toBe("other");
  });
});
