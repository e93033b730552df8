import { StartupError } from "../observe/startup-error.ts";
import type { Config } from "./config.ts";
import { CONFLICTS, samePorts } from "./conflicting-settings.ts";
import { findLogoErrors } from "./logo-file.ts";
import { type Environment, readSecretFiles } from "./secret-files.ts";
import { SECRET_SETTINGS, SETTINGS, type Settings } from "./settings.ts";
import { findTlsErrors } from "./tls-files.ts";
import { toConfig } from "./to-config.ts";

export type ParsedConfig = { kind: "config"; config: Config } | { kind: "invalid"; errors: string[] };

/** Reads the environment and the files that it names. @throws StartupError that lists all configuration errors */
export function loadConfig(environment: Environment): Config {
  const files = readSecretFiles(environment);
  const parsed =
    files.errors.length > 0
      ? ({ kind: "invalid", errors: files.errors } as const)
      : parseConfig(files.environment, (settings) => [...findTlsErrors(settings), ...findLogoErrors(settings)]);
  if (parsed.kind === "config") return parsed.config;
  const { errors } = parsed;
  const head = errors.length === 1 ? "Invalid setting:" : `${errors.length} invalid settings:`;
  throw new StartupError([head, ...errors.map((error) => `  ${error}`)].join("\n"));
}

/** Parses the environment; empty values count as absent. `findFileErrors` checks the files that settings name. */
export function parseConfig(environment: Environment, findFileErrors: (settings: Settings) => string[]): ParsedConfig {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const { settings, invalid } = readSettings(given);
  const errors = [
    ...invalid.values(),
    ...unknownSettings(given),
    ...[...CONFLICTS, ...samePorts(settings)]
      // Invalid settings have their defaults here, so checks that involve them are skipped.
      .filter(({ names, applies }) => !names.some((name) => invalid.has(name)) && applies(settings))
      .map(({ message }) => message),
    ...findFileErrors(settings),
  ];
  return errors.length > 0 ? { kind: "invalid", errors } : { kind: "config", config: deepFreeze(toConfig(settings)) };
}

/** The settings, in which invalid values are replaced by defaults, and the errors by name of the setting. */
function readSettings(given: Record<string, string | undefined>): { settings: Settings; invalid: Map<string, string> } {
  const first = SETTINGS.safeParse(given);
  if (first.success) return { settings: first.data, invalid: new Map() };
  const invalid = new Map(
    first.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return [name, `${name} ${message}${SECRET_SETTINGS.has(name) ? "" : `, not ${quote(given[name])}`}.`];
    }),
  );
  const valid = Object.fromEntries(Object.entries(given).filter(([name]) => !invalid.has(name)));
  return { settings: SETTINGS.parse(valid), invalid };
}

const quote = (text = ""): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Unknown names in the TLS_ and OIDC_ families: a typo there would silently disable a protection. */
function unknownSettings(given: Record<string, unknown>): string[] {
  return Object.keys(given)
    .filter((name) => /^(TLS|OIDC)_/.test(name) && !(name in SETTINGS.shape))
    .map((name) => `${name} is not a setting of Latchkey.`);
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
