import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isAsShown, readmeSteps } from "../../support/readme.ts";
import { createStage } from "./cleanup.ts";
import { ROOT } from "./latchkey.ts";
import { findPorts } from "./ports.ts";

const stage = createStage();
const END_OF_STEP = "-- end of step --";

/** Runs the walk-through in one shell, as somebody who pastes it would; stops at a command that fails. */
function paste(commands: string[], dataDir: string): string[] {
  const script = ["set -e -o pipefail", ...commands.map((text) => `${text}\necho; echo '${END_OF_STEP}'`)].join("\n");
  const shell = spawnSync("bash", ["-s"], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    input: script,
    encoding: "utf8",
  });
  expect([shell.status, shell.stderr]).toEqual([0, ""]);
  return shell.stdout.split(END_OF_STEP).slice(0, -1);
}

it("the README's walk-through with curl returns the responses shown", async () => {
  const dataDir = join(stage.directory(), "data dir");
  const latchkey = stage.start({ env: { DATA_DIR: dataDir, ...(await findPorts()) } });
  await latchkey.ready();

  const steps = readmeSteps();
  const said = paste(
    steps.map((step) => step.commands),
    dataDir,
  );
  expect(said).toHaveLength(steps.length);
  for (const [index, { commands, answer }] of steps.entries()) {
    if (answer === undefined) continue;
    const actual = JSON.parse(said[index]!);
    expect([commands, actual, isAsShown(actual, answer)]).toEqual([commands, actual, true]);
  }
});
