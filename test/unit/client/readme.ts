import { readFileSync } from "node:fs";

/** The programs of `src/client/README.md` by the package of their guard; `core` for the one without a guard. */
export function readmePrograms(): Map<string, string> {
  const text = readFileSync(new URL("../../../src/client/README.md", import.meta.url), "utf8");
  const programs = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, program = ""]) => program);
  return new Map(programs.map((program) => [/@latchkey\/client\/(\w+)/.exec(program)?.[1] ?? "core", program]));
}
