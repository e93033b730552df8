import { StartFault } from "../observe/start-fault.ts";
import { CONTRADICTIONS, samePorts } from "./contradictions.ts";
import type { ClaimMatch } from "./fields.ts";
import { SECRET_SETTINGS, SETTINGS, type Settings } from "./settings.ts";
import { findTlsFaults } from "./tls-files.ts";
import { toConfig } from "./to-config.ts";

/** Paths of PEM files. */
export interface TlsFiles {
  certFile: string;
  keyFile: string;
  /** Where set, only clients with a certificate of this CA are let in. */
  clientCaFile: string | null;
}

export interface Listener {
  host: string;
  port: number;
  tls: TlsFiles | null;
}

export interface CoreAddress {
  /** Origin of the core's gRPC port; https means TLS. */
  url: string;
  serviceKey: string;
  tls: { caFile: string | null; certFile: string | null; keyFile: string | null };
}

export interface SignInProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  label: string;
  scopes: readonly string[];
  emailClaim: string;
  nameClaim: string;
  membershipClaim: string | null;
  operator: ClaimMatch | null;
  developer: ClaimMatch | null;
}

/** Everything the process is told from outside. Durations in seconds. Holds secrets: never logged. */
export interface Config {
  role: Settings["ROLE"];
  /** The public port; null with ROLE=core. */
  http: Listener | null;
  /** The internal ports; null with ROLE=gateway. */
  grpc: Listener | null;
  connect: Listener | null;
  /** The issuer, an origin. */
  publicUrl: string;
  /** For Fastify's `trustProxy`. */
  trustedProxies: readonly string[];
  /** Where the core is, with ROLE=gateway only. */
  core: CoreAddress | null;
  /** Null with ROLE=gateway. `directUrl` bypasses a pooler; the same as `url` where there is none. */
  database: { kind: "embedded" } | { kind: "external"; url: string; directUrl: string } | null;
  poolSize: number;
  poolReserved: number;
  databaseTimeout: number;
  migrate: "auto" | "check";
  /** Absolute. */
  dataDir: string;
  /** For `parseKeySet`; null where none is given: embedded (made and kept in `dataDir`) or a gateway (has none). */
  tokenKey: string | null;
  tokenPrefix: string;
  codeTtl: number;
  accessTokenTtl: number;
  refreshTokenTtl: number;
  refreshRetryWindow: number;
  refreshRetryWindowPublic: number;
  auditRetention: number;
  feedMaxAge: number;
  workers: number;
  /** Failures at most; null with LIMITS=off. */
  limits: { appAndAddressPerMinute: number; addressPerMinute: number; signInPerQuarterHour: number } | null;
  /** How much one party may take up; null with LIMITS=off. */
  quotas: {
    signUpsPerAddressPerHour: number;
    signUpsPerHour: number;
    appsPerDeveloper: number;
    openAuthorizationsPerAddress: number;
    openAuthorizationsPerAccount: number;
  } | null;
  /** Whether e-mail and password open accounts. */
  passwordSignIn: boolean;
  /** Whether strangers may make themselves a developer's account. */
  signUp: boolean;
  logLevel: Settings["LOG_LEVEL"];
  /** Ports of the demo, which runs where PostgreSQL is embedded. */
  demo: { appPort: number; apiPort: number } | null;
  signInProvider: SignInProvider | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export type ParsedConfig = { kind: "config"; config: Config } | { kind: "faults"; faults: string[] };

/** @throws StartFault that names every fault of the environment at once */
export function loadConfig(environment: Environment): Config {
  const parsed = parseConfig(environment, findTlsFaults);
  if (parsed.kind === "config") return parsed.config;
  const { faults } = parsed;
  const head = faults.length === 1 ? "A setting is wrong:" : `${faults.length} settings are wrong:`;
  throw new StartFault([head, ...faults.map((fault) => `  ${fault}`)].join("\n"));
}

/** An empty value is an absent one. `findFileFaults` looks at the files that settings name. */
export function parseConfig(environment: Environment, findFileFaults: (settings: Settings) => string[]): ParsedConfig {
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
    ...findFileFaults(settings),
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
