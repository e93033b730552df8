import type { Environment } from "./secret-files.ts";
import { SECRET_SETTINGS, SETTINGS } from "./settings.ts";

/** An environment variable without effect whose name resembles that of a setting. */
export interface Misspelled {
  variable: string;
  setting: string;
}

/**
 * Finds variables whose name differs from a setting's by one character, or by two in a long name. Other programs may have variables
 * of such names, so they are no error. The exporters of OpenTelemetry read further variables of their own.
 */
export function findMisspelled(environment: Environment): Misspelled[] {
  const settings = Object.keys(SETTINGS.shape);
  const known = new Set([...settings, ...[...SECRET_SETTINGS].map((name) => `${name}_FILE`)]);
  const found: Misspelled[] = [];
  for (const [variable, value] of Object.entries(environment)) {
    if (!value || known.has(variable) || variable.startsWith("OTEL_")) continue;
    const setting = settings.find((name) => resembles(variable, name));
    if (setting !== undefined) found.push({ variable, setting });
  }
  return found;
}

/** Compares the lengths first: the distances of all pairs take 30 ms at a start. */
function resembles(variable: string, name: string): boolean {
  const most = maxDistance(name);
  return Math.abs(variable.length - name.length) <= most && editDistance(variable, name) <= most;
}

const LONG = 12;

/** The maximum edit distance. Names below eight characters, such as HOST, resemble too many others. */
function maxDistance(name: string): number {
  if (name.length < 8) return 0;
  return name.length < LONG ? 1 : 2;
}

/** The number of inserted, removed and replaced characters (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, character] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = row[j]! + (character === to[j] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
