import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findPort } from "./ports.ts";

it("a free port is returned once, in this and other processes, before anything listens on it", async () => {
  const among: [number, number] = [32_000, 32_064];
  const found: number[] = [];
  for (let n = 0; n < 20; n++) found.push(await findPort(among));
  const program = `
    import { findPort } from ${JSON.stringify(join(import.meta.dirname, "ports.ts"))};
    const found = [];
    for (let n = 0; n < 20; n++) found.push(await findPort(${JSON.stringify(among)}));
    console.log(JSON.stringify(found));`;
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  const all = [...found, ...(JSON.parse(said) as number[])];
  expect(new Set(all).size).toBe(40);
});
