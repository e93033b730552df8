import { readFileSync } from "node:fs";
import { SECRET_SETTINGS } from "./settings.ts";

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Replaces each `X_FILE` of a secret setting `X` by `X` with the content of the file, without surrounding white space. Orchestrators
 * mount secrets as files, and a file can be replaced while the process runs.
 */
export function readSecretFiles(environment: Environment): { environment: Environment; errors: string[] } {
  const resolved: Record<string, string | undefined> = { ...environment };
  const errors: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    delete resolved[`${name}_FILE`];
    if (environment[name]) errors.push(`${name} and ${name}_FILE are both set: remove one of them.`);
    else resolved[name] = readSecret(name, file, errors);
  }
  return { environment: resolved, errors };
}

function readSecret(name: string, file: string, errors: string[]): string | undefined {
  try {
    const secret = readFileSync(file, "utf8").trim();
    if (secret !== "") return secret;
    errors.push(`${name}_FILE names an empty file.`);
  } catch (error) {
    // Never prints the value, because it may be the secret itself instead of a path.
    errors.push(`${name}_FILE must be the path of a readable file (${(error as NodeJS.ErrnoException).code}).`);
  }
  return undefined;
}
