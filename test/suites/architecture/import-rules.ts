/** The imports that are allowed in the files of one module of `src`. */
export interface ImportRule {
  /** The reason, as the second half of a sentence. */
  why: string;
  /** Folders or files of `src`, and `gen`. */
  ours: string[];
  /** Further folders or files, of which only types may be imported. */
  ourTypes?: string[];
  /** Exceptions from `ours`. Their types may still be imported. */
  never?: string[];
  /** The npm packages that may be imported; only the types of those in `packageTypes`. */
  packages: string[];
  packageTypes?: string[];
  /** The modules of Node that may be imported. */
  node: string[] | "all";
}

const CONNECT = ["@bufbuild/protobuf", "@connectrpc/connect"];
const EDGE = {
  ours: ["gen", "http", "rpc/errors.ts", "rpc/metadata.ts", "oauth/errors.ts", "oauth/parameters.ts", "observe"],
  ourTypes: ["rpc/client.ts"],
  node: "all",
} as const;
const COMMANDS = ["commander", "cli-table3", ...CONNECT];

const CLI: ImportRule = {
  why: "the command line speaks to the core by RPC only",
  ours: ["gen", "rpc/client.ts", "rpc/errors.ts", "config/database-url.ts", "config/secret-files.ts", "observe"],
  packages: COMMANDS,
  node: "all",
};
/** Commands that work without a core. */
const DATABASE_COMMAND: ImportRule = { ...CLI, ours: ["cli", ...CLI.ours, "store", "service"] };

const WEB: ImportRule = {
  why: "pages show what the core answers to the signed-in account, and reach it through a Client",
  ours: [...EDGE.ours, "brand", "credential/password-rules.ts"],
  ourTypes: [...EDGE.ourTypes],
  packages: ["fastify", "fastify-plugin", "@fastify/multipart", "diff", "hono", "uqr", ...CONNECT],
  node: "all",
};
/** Modules that the sections of the pages share. */
const PAGE_PARTS = [
  "brand",
  "components",
  "errors",
  "http",
  "layout",
  "router",
  "webhooks",
  "deps.ts",
  "request-context.ts",
];

/** The rule of a section of the pages. */
function sectionRule(section: string): ImportRule {
  const shared = [...PAGE_PARTS, "messages.en.ts"].map((part) => `web/${part}`);
  return {
    ...WEB,
    why: `${section} shares components, router and layout with the other sections, and no page`,
    ours: [...WEB.ours, ...shared],
  };
}

/** The rules by path below `src`. The rule with the longest matching prefix applies. */
export const MODULES: Record<string, ImportRule> = {
  oauth: {
    why: "the protocol's rules are pure functions: facts in, decision out",
    ours: [],
    packages: [],
    node: [],
  },
  credential: {
    why: "it turns bytes into other bytes",
    ours: [],
    packages: ["@node-rs/argon2", "@zxcvbn-ts/core", "@zxcvbn-ts/language-common"],
    node: ["crypto", "zlib"],
  },
  model: {
    why: "entities are plain data, with the columns that follow from others",
    ours: [],
    packages: ["@mikro-orm/core", "unhomoglyph"],
    node: [],
  },
  brand: {
    why: "rules of the platform's name, logo and colours, for settings, core and pages alike",
    ours: [],
    packages: [],
    node: [],
  },
  concurrency: {
    why: "it holds mechanisms without a domain: no tokens, no requests, no database",
    ours: [],
    packages: [],
    node: "all",
  },
  "embedded-postgres": {
    why: "it starts a PostgreSQL server and knows nothing of what is stored there",
    ours: ["observe"],
    packages: ["pg"],
    node: "all",
  },
  store: {
    why: "it is PostgreSQL and nothing above it",
    ours: ["concurrency", "config/database-url.ts", "config/secret-files.ts", "model", "observe"],
    packages: ["pg", "pg-connection-string", "kysely", "@mikro-orm/core", "@mikro-orm/postgresql"],
    node: "all",
  },
  service: {
    why: "operations call the rules and the store, get their connections as parameters, and use neither messages nor a driver",
    ours: ["oauth", "brand", "credential", "concurrency", "store", "model", "observe"],
    never: ["store/migrations", "store/connection/orm.ts", "store/connection/pools.ts"],
    packages: ["@simplewebauthn/server", "openid-client", "sharp", "lru-cache", "@mikro-orm/core"],
    node: "all",
  },
  rpc: {
    why: "it maps messages to requests and entities to messages",
    ours: ["gen", "service", "oauth/errors.ts", "observe"],
    ourTypes: ["model", "store"],
    packages: [
      ...CONNECT,
      "@connectrpc/connect-fastify",
      "@connectrpc/connect-node",
      "@grpc/grpc-js",
      "@grpc/reflection",
      "grpc-health-check",
      "lru-cache",
      "fastify",
    ],
    node: "all",
  },
  mail: {
    why: "it turns the content of a mail into text and hands it to a server, and knows no account",
    ours: ["brand/brand.ts", "brand/support.ts", "model/mail.ts", "config/smtp-url.ts", "config/loopback.ts"],
    packages: ["nodemailer"],
    node: ["net"],
  },
  http: {
    why: "it parses request headers and bodies for the gateway and the pages",
    ours: [],
    packages: [],
    node: "all",
  },
  gateway: {
    why: "it holds no rule, no key and no database, and reaches the core through a Client",
    ...EDGE,
    ours: [...EDGE.ours],
    ourTypes: [...EDGE.ourTypes],
    packages: ["fastify", "fastify-plugin", "@fastify/proxy-addr", ...CONNECT],
  },
  web: WEB,
  ...Object.fromEntries(
    ["account", "consent", "console", "portal", "public"].map((section) => [`web/${section}`, sectionRule(section)]),
  ),
  "web/console/audit": {
    ...sectionRule("console"),
    ours: [...sectionRule("console").ours, "model/audit-action.ts", "model/audit-detail.ts", "web/console"],
    why: "it names each action that the core audits",
  },
  "web/docs": {
    ...sectionRule("docs"),
    ours: [...sectionRule("docs").ours, "gateway/openapi"],
    why: "the documentation lists the endpoints of the gateway's OpenAPI document",
  },
  client: {
    why: "it is published by itself and runs in other people's services",
    ours: ["gen", "concurrency"],
    packages: ["@grpc/grpc-js", "@bufbuild/protobuf"],
    packageTypes: ["fastify"],
    node: "all",
  },
  "client/connect.ts": {
    why: "an interceptor throws ConnectErrors, and every Connect server has the package; the rest of client works without it",
    ours: ["client", "gen"],
    packages: ["@connectrpc/connect"],
    node: "all",
  },
  cli: CLI,
  "cli/require-migrated.ts": {
    why: "commands that use the database need its current schema",
    ours: ["cli", "store/migrations/migrate.ts"],
    packages: [],
    node: [],
  },
  "cli/commands/migrate.ts": {
    ...DATABASE_COMMAND,
    why: "it works where no core runs yet",
  },
  "cli/commands/migration-plan.ts": {
    why: "it prints the plan of `migrate`, which works where no core runs yet",
    ours: ["cli", "store/migrations/plan.ts"],
    packages: [],
    node: [],
  },
  "cli/commands/bootstrap.ts": {
    ...DATABASE_COMMAND,
    why: "it creates the first operator and service key, without which every RPC is refused",
    ours: [...DATABASE_COMMAND.ours, "oauth/lifetimes.ts"],
  },
  "cli/commands/feed.ts": {
    ...DATABASE_COMMAND,
    why: "it begins a new epoch of the feed in a restored database, before any core serves from it",
  },
  "cli/commands/doctor.ts": {
    why: "it runs the checks of a deployment and prints their findings",
    ours: ["cli"],
    packages: COMMANDS,
    node: [],
  },
  "cli/doctor": {
    why: "it examines the settings and the database also when no core runs",
    ours: [
      "cli",
      "config",
      "credential/derive.ts",
      "mail/smtp.ts",
      "observe",
      "store/connection",
      "store/diagnosis",
      "store/migrations/migrate.ts",
      "store/retention",
      "service/retention/tables.ts",
    ],
    packages: COMMANDS,
    node: "all",
  },
  "cli/commands/revoke-directly.ts": {
    ...DATABASE_COMMAND,
    why: "it revokes in a restored database before any core serves from it",
  },
  demo: {
    why: "it is outside of the core, like the apps and services that it imitates",
    ours: ["gen", "client", "rpc/client.ts", "embedded-postgres/embedded.ts", "observe"],
    packages: ["fastify", "hono", ...CONNECT],
    node: "all",
  },
  observe: {
    why: "all modules may import it, so it imports none of them",
    ours: [],
    packages: ["pino", "pino-pretty", "prom-client", "@opentelemetry/api"],
    node: "all",
  },
  "observe/telemetry": {
    why: "it is loaded only if a receiver is configured, so only it imports OpenTelemetry's SDK",
    ours: ["observe"],
    packages: [
      "prom-client",
      "@opentelemetry/api",
      "@opentelemetry/context-async-hooks",
      "@opentelemetry/core",
      "@opentelemetry/exporter-metrics-otlp-proto",
      "@opentelemetry/exporter-trace-otlp-proto",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-metrics",
      "@opentelemetry/sdk-trace",
    ],
    node: "all",
  },
  config: {
    why: "it reads the environment before anything else exists",
    ours: ["brand", "credential", "oauth/failure-limit.ts", "oauth/lifetimes.ts", "observe"],
    packages: ["zod"],
    node: "all",
  },
  "main.ts": {
    why: "it is the process: config, app, signals and nothing else",
    ours: [
      "app/app.ts",
      "app/close-timeouts.ts",
      "app/v8-options.ts",
      "config/load-config.ts",
      "config/misspelled-settings.ts",
      "observe",
    ],
    packages: [],
    node: "all",
  },
};

/** The composition root: `app` may import everything. */
export const COMPOSITION_ROOT = "app";
