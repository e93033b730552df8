import { readFileSync } from "node:fs";

/** A command block of the README and the response shown below it, if there is one. */
export interface ReadmeStep {
  commands: string;
  answer: unknown;
}

/** The `sh` blocks of the README in order, each with the `json` block that follows it. */
export function readmeSteps(): ReadmeStep[] {
  const text = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const blocks = [...text.matchAll(/^```(sh|json)\n([\s\S]*?)^```$/gm)];
  const steps: ReadmeStep[] = [];
  for (const [, kind, body = ""] of blocks) {
    if (kind === "sh") steps.push({ commands: body, answer: undefined });
    else steps.at(-1)!.answer = JSON.parse(body);
  }
  return steps;
}

/** True if a response matches the one in the README. `…` alone matches any text, and at the end of a string any rest. */
export function isAsShown(actual: unknown, shown: unknown): boolean {
  if (typeof shown === "string" && typeof actual === "string" && shown.endsWith("…")) {
    return actual.startsWith(shown.slice(0, -1)) && actual !== "";
  }
  if (typeof shown !== "object" || shown === null || typeof actual !== "object" || actual === null)
    return actual === shown;
  const keys = Object.keys(shown);
  if (Array.isArray(actual) !== Array.isArray(shown) || keys.length !== Object.keys(actual).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(actual, key) &&
      isAsShown((actual as Record<string, unknown>)[key], (shown as Record<string, unknown>)[key]),
  );
}
