import { readFileSync } from "node:fs";
import { readArguments } from "../../support/options.ts";
import { median } from "./statistics.ts";

const USAGE = `npm run bench:capacity -- [FILE]
Computes the tables of docs/capacity.md from FILE, growth.json by default, which npm run bench -- --only growth --out FILE writes.`;

/** The rows of `npm run bench -- --only growth` that the tables need, by their names. */
const FIGURES = {
  refreshToken: "disk of a refresh token",
  accessToken: "disk of an access token",
  family: "disk of a token family",
  auditEvent: "disk of an audit event",
  wal: "WAL of a refresh",
  databaseCpu: "CPU of PostgreSQL for a refresh",
  coreCpu: "CPU of the core for a refresh",
} as const;

/** Figures per row or operation: bytes, and microseconds of CPU. */
export type Figures = Record<keyof typeof FIGURES, number>;

const DAY = 86_400;
/** Days until a row with the default lifetime is dropped with its partition: the lifetime, one day, and the seven days of the partition. */
const REFRESH_TOKEN_DAYS = 90 + 1 + 7;
const ACCESS_TOKEN_DAYS = 1 / 24 + 1 + 7;
/** Each installation refreshes once per lifetime of an access token, day and night. */
const SECONDS_PER_REFRESH = 3_600;
/** The number of exchanges, consents and changes of an installation in the 400 days for which audit events are kept. */
const AUDIT_EVENTS = 10;
const INSTALLATIONS = [10_000, 100_000, 1_000_000, 10_000_000];

/** Bytes that tokens use with one refresh per second, in the steady state in which the oldest partition is dropped each week. */
function tokenDisk({ refreshToken, accessToken }: Figures): number {
  return DAY * (REFRESH_TOKEN_DAYS * refreshToken + ACCESS_TOKEN_DAYS * accessToken);
}

const CAPACITY_HEAD = [
  "live installations",
  "refreshes per second",
  "disk after 98 days and from then on",
  "WAL per day",
  "cores of PostgreSQL",
  "cores of Node",
];

function capacityRow(figures: Figures, installations: number): string[] {
  const rate = installations / SECONDS_PER_REFRESH;
  const otherDisk = installations * (figures.family + AUDIT_EVENTS * figures.auditEvent);
  return [
    installations.toLocaleString("en-GB"),
    toNumber(rate),
    toBytes(rate * tokenDisk(figures) + otherDisk),
    toBytes(rate * DAY * figures.wal),
    toNumber((rate * figures.databaseCpu) / 1e6),
    toNumber((rate * figures.coreCpu) / 1e6),
  ];
}

const LIMIT_HEAD = ["primary", "by CPU, half busy", "by disk, three quarters full", "limit"];
const PRIMARIES = [
  { cores: 8, terabytes: 1 },
  { cores: 16, terabytes: 4 },
  { cores: 64, terabytes: 16 },
];

function limitRow(figures: Figures, { cores, terabytes }: (typeof PRIMARIES)[number]): string[] {
  const byCpu = (cores * 0.5 * 1e6) / figures.databaseCpu;
  const perSecond = tokenDisk(figures) + SECONDS_PER_REFRESH * (figures.family + AUDIT_EVENTS * figures.auditEvent);
  const byDisk = (terabytes * 0.75 * 1e12) / perSecond;
  const rate = Math.min(byCpu, byDisk);
  const installations = Number((rate * SECONDS_PER_REFRESH).toPrecision(2)).toLocaleString("en-GB");
  return [
    `${cores} cores, ${terabytes} TB`,
    `${toNumber(byCpu)} refreshes/s`,
    `${toNumber(byDisk)} refreshes/s`,
    `${installations} installations`,
  ];
}

/** The tables of `docs/capacity.md` in Markdown. */
export function capacityTables(figures: Figures): string[] {
  return [
    toTable(
      CAPACITY_HEAD,
      INSTALLATIONS.map((installations) => capacityRow(figures, installations)),
    ),
    toTable(
      LIMIT_HEAD,
      PRIMARIES.map((primary) => limitRow(figures, primary)),
    ),
  ];
}

/** The figures as a table, which `readFigures` reads again. */
export function figuresTable(figures: Figures): string {
  const rows = Object.entries(FIGURES).map(([key, name]) => {
    const unit = key.endsWith("Cpu") ? "µs" : "B";
    return [name, `${Math.round(figures[key as keyof Figures])} ${unit}`];
  });
  return toTable(["figure", "measured"], rows);
}

/** The figures in the table of a document. @throws Error if one is missing */
export function readFigures(markdown: string): Figures {
  return collect((name) => Number(new RegExp(`^\\| ${name} \\| (\\d+) `, "m").exec(markdown)?.[1]));
}

function collect(find: (name: string) => number): Figures {
  const entries = Object.entries(FIGURES).map(([key, name]) => {
    const value = find(name);
    if (!(value > 0)) throw new Error(`no figure for "${name}"`);
    return [key, Math.round(value)];
  });
  return Object.fromEntries(entries);
}

const toTable = (head: readonly string[], rows: readonly string[][]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const toNumber = (value: number): string =>
  Number(value.toPrecision(2)).toLocaleString("en-GB", { maximumFractionDigits: 4 });

function toBytes(bytes: number): string {
  return bytes >= 1e12 ? `${toNumber(bytes / 1e12)} TB` : `${toNumber(bytes / 1e9)} GB`;
}

if (import.meta.main) {
  const { positionals } = readArguments(USAGE, {});
  const [path = "growth.json"] = positionals;
  const { rows } = JSON.parse(readFileSync(path, "utf8")) as { rows: { name: string; measured: number[] }[] };
  const figures = collect((name) => median(rows.find((row) => row.name === name)?.measured ?? [0]));
  process.stdout.write(`${[figuresTable(figures), ...capacityTables(figures)].join("\n\n")}\n`);
}
