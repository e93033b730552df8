import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../suites/start/latchkey.ts";
import { childEnvironment } from "../../support/child-environment.ts";

/** Runs `latchkey` as npm installs it. */
async function latchkey(command: string, env: Record<string, string> = {}) {
  const options = { cwd: ROOT, env: { ...childEnvironment(), ...env } };
  return promisify(execFile)(process.execPath, ["src/cli/bin.cjs", command], options).then(
    ({ stderr }) => ({ status: 0, err: stderr }),
    ({ code, stderr }) => ({ status: code as number, err: stderr as string }),
  );
}

describe("the installed command", () => {
  it.each(["constructor", "toString", "sho"])("refuses `%s` as an unknown command", async (command) => {
    expect(await latchkey(command)).toEqual({
      status: 2,
      err: expect.stringContaining(`unknown command '${command}'`),
    });
  });

  it.each([
    { name: "is not set", env: {} as Record<string, string>, arenas: "1" },
    { name: "is empty", env: { MALLOC_ARENA_MAX: "" }, arenas: "1" },
    { name: "has a value", env: { MALLOC_ARENA_MAX: "4" }, arenas: "4" },
  ])("starts programs with MALLOC_ARENA_MAX=$arenas if the environment's $name", async ({ env, arenas }) => {
    const print = 'console.error(process.argv[1].split("/").at(-1), process.env.MALLOC_ARENA_MAX)';
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(print)}`;
    const { err } = await latchkey("--version", { ...env, NODE_OPTIONS });
    expect(err).toContain(`main.ts ${arenas}\n`);
  });
});
