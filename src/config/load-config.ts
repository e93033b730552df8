import { StartupError } from "../observe/start-fault.ts";
import type { Config } from "./config.ts";
import { CONTRADICTIONS, samePorts } from "./contradictions.ts";
import { SECRET_SETTINGS, SETTINGS, type Settings } from "./settings.ts";
import { findTlsErrors } from "./tls-files.ts";
import { toConfig } from "./to-config.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export type ParsedConfig = { kind: "config"; config: Config } | { kind: "faults"; faults: string[] };

/** @throws StartupError that names every fault of the environment at once */
export function loadConfig(environment: Environment): Config {
  const parsed = parseConfig(environment, findTlsErrors);
  if (parsed.kind === "config") return parsed.config;
  const { faults } = parsed;
  const head = faults.length === 1 ? "A setting is wrong:" : `${faults.length} settings are wrong:`;
  throw new StartupError([head, ...faults.map((fault) => `  ${fault}`)].join("\n"));
}

/** An empty value is an absent one. `findFileErrors` looks at the files that settings name. */
export function parseConfig(environment: Environment, findFileErrors: (settings: Settings) => string[]): ParsedConfig {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const { settings, faulty } = readSettings(given);
  const faults = [
    ...faulty.values(),
    ...unknownSettings(given),
    ...[...CONTRADICTIONS, ...samePorts(settings)]
      // Judged on defaults where a setting could not be read, so nothing is said about those.
      .filter(({ names, holds }) => !names.some((name) => faulty.has(name)) && holds(settings))
      .map(({ says }) => says),
    ...findFileErrors(settings),
  ];
  return faults.length > 0 ? { kind: "faults", faults } : { kind: "config", config: deepFreeze(toConfig(settings)) };
}

/** The settings, with the default in place of each that has a fault, and the faults by name. */
function readSettings(given: Record<string, string | undefined>): { settings: Settings; faulty: Map<string, string> } {
  const first = SETTINGS.safeParse(given);
  if (first.success) return { settings: first.data, faulty: new Map() };
  const faulty = new Map(
    first.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return [name, `${name} ${message}${SECRET_SETTINGS.has(name) ? "" : `, not ${quote(given[name])}`}.`];
    }),
  );
  const sound = Object.fromEntries(Object.entries(given).filter(([name]) => !faulty.has(name)));
  return { settings: SETTINGS.parse(sound), faulty };
}

const quote = (text = ""): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Within these families a misspelt name would switch a protection off without a word. */
function unknownSettings(given: Record<string, unknown>): string[] {
  return Object.keys(given)
    .filter((name) => /^(TLS|OIDC)_/.test(name) && !(name in SETTINGS.shape))
    .map((name) => `${name} is no setting of Latchkey.`);
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
