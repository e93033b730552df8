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

/** The digests of the keys. */
const open = async () => (await openTokenKeys({ tokenKey: null, dataDir } as Config)).keyIds;

describe("the generated token key", () => {
  it("is the same at every start, and readable by this user only", async () => {
    const first = await open();
    expect(await open()).toEqual(first);
    expect(await readdir(dataDir)).toEqual(["token_key"]);
    expect((await stat(join(dataDir, "token_key"))).mode & 0o777).toBe(0o600);
  });

  it("is the same for concurrent starts", async () => {
    // Staggered, so that one start reads the file while another creates it.
    const starts = Array.from({ length: 60 }, async (_, n) => {
      for (let turns = 0; turns < n; turns++) await new Promise((resolve) => setImmediate(resolve));
      return (await open())[0];
    });
    expect(new Set(await Promise.all(starts)).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(["token_key"]);
  });

  it("is written atomically: after a failed write the next start creates it", async () => {
    const start = `import(${JSON.stringify(MODULE)}).then((m) => m.openTokenKeys({ tokenKey: null, dataDir: process.argv[1] }))`;
    const unable = `ulimit -f 0 && exec "$0" -e "$1" "$2"`;
    await expect(promisify(execFile)("sh", ["-c", unable, process.execPath, start, dataDir])).rejects.toThrow("EFBIG");
    expect(await readdir(dataDir)).toEqual([]);
    await open();
    expect((await readFile(join(dataDir, "token_key"), "utf8")).trim()).toHaveLength(43);
  });

  it("never replaces a file with other content", async () => {
    await writeFile(join(dataDir, "token_key"), "other");
    await expect(open()).rejects.toThrow("has no valid key");
    expect(await readFile(join(dataDir, "token_key"), "utf8")).toBe("other");
  });
});
