import { isUnverifiedRemote } from "./database-url.ts";
import { isLoopback, isLoopbackUrl } from "./loopback.ts";
import type { SettingName, Settings } from "./settings.ts";

/** Settings that are valid alone and invalid together. `names` are the settings involved, `message` is printed. */
export interface SettingConflict {
  names: SettingName[];
  applies(settings: Settings): boolean;
  message: string;
}

/** True for PostgreSQL from npm with the demo: the default without DATABASE_URL. */
export const isEmbedded = ({ ROLE, DATABASE_URL }: Settings): boolean => ROLE === "all" && DATABASE_URL === undefined;

export const runsCore = ({ ROLE }: Settings): boolean => ROLE !== "gateway";

export const runsGateway = ({ ROLE }: Settings): boolean => ROLE !== "core";

/** The listen address of the public port. */
export const publicHost = (settings: Settings): string =>
  settings.HOST ?? (isEmbedded(settings) ? "127.0.0.1" : "0.0.0.0");

const isRemote = (host: string | undefined): boolean => host !== undefined && !isLoopback(host);

/** True if other hosts can reach the service: for a core, at its internal ports. */
const isExposed = (settings: Settings): boolean =>
  isRemoteUrl(settings.PUBLIC_URL) || isRemote(runsGateway(settings) ? publicHost(settings) : settings.INTERNAL_HOST);

const isRemoteUrl = (url: string | undefined): boolean => url !== undefined && !isLoopbackUrl(url);

const needs = (name: SettingName, why: string, when: (settings: Settings) => boolean): SettingConflict => ({
  names: [name],
  applies: (settings) => when(settings) && settings[name] === undefined,
  message: `${name} is required ${why}.`,
});

const together = (first: SettingName, ...others: SettingName[]): SettingConflict => {
  const names = [first, ...others];
  return {
    names,
    applies: (settings) => new Set(names.map((name) => settings[name] !== undefined)).size > 1,
    message: `${names.slice(0, -1).join(", ")} and ${names.at(-1)} must be set together: set all of them or none.`,
  };
};

const unverified = (name: "DATABASE_URL" | "DATABASE_DIRECT_URL"): SettingConflict => ({
  names: [name],
  applies: (settings) => {
    const url = settings[name];
    return (
      runsCore(settings) && url !== undefined && settings.ALLOW_PLAINTEXT_DATABASE === "0" && isUnverifiedRemote(url)
    );
  },
  message: `${name} connects to another machine without verifying its certificate: add ?sslmode=verify-full (and &sslrootcert=<file> for a private CA), or set ALLOW_PLAINTEXT_DATABASE=1 if the network encrypts.`,
});

const ROLES: SettingConflict[] = [
  needs(
    "CORE_URL",
    "with ROLE=gateway: the core's gRPC port, such as http://127.0.0.1:50051",
    ({ ROLE }) => ROLE === "gateway",
  ),
  needs("SERVICE_KEY", "with ROLE=gateway: the key for its calls to the core", ({ ROLE }) => ROLE === "gateway"),
  needs(
    "DATABASE_URL",
    "with ROLE=core: the embedded PostgreSQL runs with ROLE=all only",
    ({ ROLE }) => ROLE === "core",
  ),
  needs(
    "PUBLIC_URL",
    "unless PostgreSQL is embedded: the origin that browsers and apps use, such as https://auth.example.com",
    (settings) => !isEmbedded(settings),
  ),
  needs(
    "TOKEN_KEY",
    "unless PostgreSQL is embedded: the same key for every process, as `openssl rand -base64 32 | tr '+/' '-_' | tr -d =` prints",
    (settings) => runsCore(settings) && !isEmbedded(settings),
  ),
  {
    names: ["DATABASE_URL", "DATABASE_DIRECT_URL"],
    applies: (s) => s.ROLE === "gateway" && (s.DATABASE_URL ?? s.DATABASE_DIRECT_URL) !== undefined,
    message:
      "DATABASE_URL and DATABASE_DIRECT_URL must not be set with ROLE=gateway: a gateway has no database. Remove them.",
  },
  {
    names: ["DATABASE_DIRECT_URL", "DATABASE_URL"],
    applies: (s) => s.ROLE !== "gateway" && s.DATABASE_DIRECT_URL !== undefined && s.DATABASE_URL === undefined,
    message: "DATABASE_DIRECT_URL bypasses the pooler of DATABASE_URL: set DATABASE_URL too.",
  },
  {
    names: ["POOL_RESERVED", "POOL_SIZE"],
    applies: (s) => s.POOL_RESERVED >= s.POOL_SIZE,
    message: "POOL_RESERVED must be smaller than POOL_SIZE: the reserved connections are taken from the pool.",
  },
];

const EXPOSURE: SettingConflict[] = [
  {
    names: ["HOST"],
    applies: (s) => isEmbedded(s) && isRemote(s.HOST),
    message:
      "HOST must be a loopback address while PostgreSQL is embedded, because the demo has known passwords: set DATABASE_URL to serve other hosts.",
  },
  {
    names: ["PUBLIC_URL"],
    applies: (s) => isEmbedded(s) && isRemoteUrl(s.PUBLIC_URL),
    message:
      "PUBLIC_URL must be a loopback URL while PostgreSQL is embedded, because the demo has known passwords: set DATABASE_URL to serve other hosts.",
  },
  {
    names: ["PUBLIC_URL"],
    applies: (s) => isRemoteUrl(s.PUBLIC_URL) && s.PUBLIC_URL?.startsWith("http:") === true,
    message: "PUBLIC_URL must begin with https:// unless it is a loopback URL.",
  },
  {
    names: ["PUBLIC_URL", "TLS_HTTP_CERT"],
    applies: (s) => runsGateway(s) && s.TLS_HTTP_CERT !== undefined && s.PUBLIC_URL?.startsWith("http:") === true,
    message: "PUBLIC_URL must begin with https:// when TLS_HTTP_CERT is set: the public port then accepts TLS only.",
  },
  {
    names: ["INTERNAL_HOST", "TLS_GRPC_CERT", "TLS_CONNECT_CERT"],
    applies: (s) =>
      runsCore(s) &&
      isRemote(s.INTERNAL_HOST) &&
      s.ALLOW_PLAINTEXT_INTERNAL === "0" &&
      (!s.TLS_GRPC_CERT || !s.TLS_CONNECT_CERT),
    message:
      "INTERNAL_HOST is not a loopback address, so service keys and tokens would cross a network in plain text: set TLS_GRPC_CERT, TLS_GRPC_KEY, TLS_CONNECT_CERT and TLS_CONNECT_KEY, or ALLOW_PLAINTEXT_INTERNAL=1 if the network encrypts.",
  },
  {
    names: ["CORE_URL"],
    applies: (s) =>
      s.ROLE === "gateway" &&
      isRemoteUrl(s.CORE_URL) &&
      s.CORE_URL?.startsWith("http:") === true &&
      s.ALLOW_PLAINTEXT_INTERNAL === "0",
    message:
      "CORE_URL is not a loopback URL, so service keys and tokens would cross a network in plain text: use https://, or set ALLOW_PLAINTEXT_INTERNAL=1 if the network encrypts.",
  },
  {
    names: ["PUBLIC_URL", "TLS_HTTP_CERT", "TRUSTED_PROXIES"],
    applies: (s) =>
      runsGateway(s) &&
      s.PUBLIC_URL?.startsWith("https:") === true &&
      s.TLS_HTTP_CERT === undefined &&
      s.TRUSTED_PROXIES === undefined,
    message:
      "TRUSTED_PROXIES is required when PUBLIC_URL is https and TLS_HTTP_CERT is not set: list the proxies that terminate TLS; without it, all clients have the proxy's address. Set TRUSTED_PROXIES=none if there is no proxy.",
  },
  unverified("DATABASE_URL"),
  unverified("DATABASE_DIRECT_URL"),
  {
    names: ["RATE_LIMITS", "PUBLIC_URL", "HOST", "INTERNAL_HOST"],
    applies: (s) => s.RATE_LIMITS === "off" && isExposed(s),
    message:
      "RATE_LIMITS=off is for measurements: PUBLIC_URL and HOST must be loopback, and with ROLE=core INTERNAL_HOST too.",
  },
  {
    names: ["WEBHOOK_ALLOW_LOOPBACK", "PUBLIC_URL"],
    applies: (s) => s.WEBHOOK_ALLOW_LOOPBACK === "1" && isRemoteUrl(s.PUBLIC_URL),
    message:
      "WEBHOOK_ALLOW_LOOPBACK=1 is for development: with it, developers reach the ports of this host. PUBLIC_URL must be loopback.",
  },
];

const TLS: SettingConflict[] = [
  together("TLS_HTTP_CERT", "TLS_HTTP_KEY"),
  together("TLS_GRPC_CERT", "TLS_GRPC_KEY"),
  together("TLS_CONNECT_CERT", "TLS_CONNECT_KEY"),
  together("TLS_CORE_CERT", "TLS_CORE_KEY"),
  ...(["HTTP", "GRPC", "CONNECT"] as const).map(
    (port): SettingConflict => ({
      names: [`TLS_${port}_CLIENT_CA`, `TLS_${port}_CERT`],
      applies: (s) => s[`TLS_${port}_CLIENT_CA`] !== undefined && s[`TLS_${port}_CERT`] === undefined,
      message: `TLS_${port}_CLIENT_CA requires TLS_${port}_CERT and TLS_${port}_KEY.`,
    }),
  ),
  {
    names: ["CORE_URL", "TLS_CORE_CA", "TLS_CORE_CERT"],
    applies: (s) => (s.TLS_CORE_CA ?? s.TLS_CORE_CERT) !== undefined && s.CORE_URL?.startsWith("https:") !== true,
    message: "TLS_CORE_CA and TLS_CORE_CERT require a CORE_URL that begins with https://.",
  },
];

const MAIL: SettingConflict[] = [together("SMTP_URL", "MAIL_FROM")];

const SIGN_IN: SettingConflict[] = [
  together("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"),
  {
    names: ["OIDC_ISSUER"],
    applies: (s) => s.OIDC_ISSUER !== undefined && !isIssuer(s.OIDC_ISSUER),
    message: "OIDC_ISSUER must be an https URL without query or fragment (http only on a loopback host).",
  },
  {
    names: ["PASSWORD_SIGN_IN", "OIDC_ISSUER"],
    applies: (s) => runsCore(s) && s.PASSWORD_SIGN_IN === "off" && s.OIDC_ISSUER === undefined,
    message: "PASSWORD_SIGN_IN=off requires another sign-in: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.",
  },
  {
    names: ["PASSWORD_SIGN_IN"],
    applies: (s) => isEmbedded(s) && s.PASSWORD_SIGN_IN === "off",
    message:
      "PASSWORD_SIGN_IN=off is not possible while PostgreSQL is embedded, because the demo uses passwords: set DATABASE_URL.",
  },
];

/** True if `text` is a valid issuer. @see OpenID Connect Discovery 1.0 §2 */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  return text.startsWith("https://") || (text.startsWith("http://") && isLoopbackUrl(text));
}

export const CONFLICTS: readonly SettingConflict[] = [...ROLES, ...EXPOSURE, ...TLS, ...MAIL, ...SIGN_IN];

type PortName = "HTTP_PORT" | "GRPC_PORT" | "CONNECT_PORT" | "HEALTH_PORT" | "DEMO_APP_PORT" | "DEMO_API_PORT";

/** The ports that this role opens. */
export function portsInUse(settings: Settings): PortName[] {
  return [
    ...(runsGateway(settings) ? (["HTTP_PORT"] as const) : []),
    ...(runsCore(settings) ? (["GRPC_PORT", "CONNECT_PORT"] as const) : []),
    ...(settings.HEALTH_PORT === undefined ? [] : (["HEALTH_PORT"] as const)),
    ...(isEmbedded(settings) ? (["DEMO_APP_PORT", "DEMO_API_PORT"] as const) : []),
  ];
}

/** One contradiction for each pair of equal ports. */
export function samePorts(settings: Settings): SettingConflict[] {
  const names = portsInUse(settings);
  return names.flatMap((name, index) =>
    names.slice(index + 1).map((other) => ({
      names: [name, other],
      applies: () => settings[name] === settings[other],
      message: `${name} and ${other} are both ${settings[name]}: give them different ports.`,
    })),
  );
}
