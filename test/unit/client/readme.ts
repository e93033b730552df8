import { readFileSync } from "node:fs";

/** The programs that `src/client/README.md` shows, by what tells them apart: the package of the guard, or `core` for the one without. */
export function readmePrograms(): Map<string, string> {
  const text = readFileSync(new URL("../../../src/client/README.md", import.meta.url), "utf8");
  const programs = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, program = ""]) => program);
  return new Map(programs.map((program) => [/@latchkey\/client\/(\w+)/.exec(program)?.[1] ?? "core", program]));
}
