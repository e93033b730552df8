import { TABLES } from "../../service/retention/tables.ts";
import type { Query } from "../../store/connection/query.ts";
import {
  type ExpiringSecret,
  listAppsWithoutLastingSecret,
  listExpiringServiceKeys,
  listForeignTables,
  readHeartbeatAge,
  readWebhookDelay,
} from "../../store/diagnosis/deployment-state.ts";
import { partitionStatus } from "../../store/retention/partitions.ts";
import { listDue } from "../../store/retention/scan-positions.ts";
import { commandLine } from "../help-text.ts";
import { DAY, describeDistance, describeDuration, EXPIRY_WARNING, type Finding } from "./report.ts";

/** The finding about pending migrations. @param pending their names */
export function describePending(pending: readonly string[]): Finding[] {
  if (pending.length === 0) return [];
  return [
    {
      severity: "problem",
      problem: `The schema has pending migrations: ${pending.join(", ")}.`,
      effect: "A process of this version does not start.",
      fix: `Run \`${commandLine("migrate")}\`; \`${commandLine("migrate --plan")}\` shows its locks.`,
    },
  ];
}

/** If no core has written a heartbeat for this number of seconds, the service is down. Cores write one every 5 s. */
const SILENCE = 15;

export async function checkHeartbeat(query: Query): Promise<Finding[]> {
  const age = await readHeartbeatAge(query);
  if (age !== null && age <= SILENCE) return [];
  return [
    {
      severity: "problem",
      problem:
        age === null
          ? "No core has run with this database."
          : `The last heartbeat of a core was ${describeDuration(age)} ago.`,
      effect: "No core serves from this database, or none can write to it.",
      fix: "Start a core; if one runs, read its log and check that its DATABASE_URL is this one.",
    },
  ];
}

/** In seconds. Cores check once a minute that partitions exist for the next five weeks. */
const AHEAD = 34 * DAY;
const AHEAD_CRITICAL = 14 * DAY;

export async function checkPartitions(query: Query): Promise<Finding[]> {
  const foreign = await listForeignTables(query);
  const missing = (await partitionStatus(query)).filter(({ ahead }) => ahead < AHEAD);
  const owner: Finding[] = foreign.map((table) => ({
    severity: "problem",
    problem: `The role of DATABASE_URL does not own the table ${table}.`,
    effect: "Cores cannot create partitions of this table, and its inserts fail when the last partition ends.",
    fix: `Run \`alter table ${table} owner to <role>\` as a superuser, and likewise for its partitions.`,
  }));
  const ahead = missing.map(
    ({ table, ahead }): Finding => ({
      severity: ahead < AHEAD_CRITICAL ? "problem" : "warning",
      problem: `The newest partition of ${table} ${ahead < 0 ? "ended" : "ends"} ${describeDistance(ahead)}; normally it is five weeks ahead.`,
      effect: `Inserts into ${table} fail ${ahead < 0 ? "now" : "after that"}, and token requests get 503.`,
      fix: "Start a core, which creates partitions; if one runs, its log says why it cannot.",
    }),
  );
  return [...owner, ...ahead];
}

/** In seconds. The cleanup runs once a minute, so rows that are due for longer are a finding. */
const BEHIND = 3_600;

export async function checkCleanup(query: Query): Promise<Finding[]> {
  const behind = (await listDue(query)).filter(({ table, dueFor }) => TABLES.includes(table) && dueFor > BEHIND);
  return behind.map(({ table, dueFor }) => ({
    severity: "warning",
    problem: `Expired rows of ${table} have been due for removal for ${describeDuration(dueFor)}.`,
    effect: "The table grows, and its statements become slower.",
    fix: "Look for `expired rows were not removed` in the logs of the cores, and for long transactions in pg_stat_activity.",
  }));
}

/** In seconds. Processes look for webhooks four times a second, and the lease of a killed process ends after 20 s. */
const WEBHOOKS_BEHIND = 120;

export async function checkWebhooks(query: Query): Promise<Finding[]> {
  const seconds = await readWebhookDelay(query);
  if (seconds <= WEBHOOKS_BEHIND) return [];
  return [
    {
      severity: "warning",
      problem: `Webhooks have been due for ${describeDuration(seconds)}, and no process delivers them.`,
      effect: "Apps get the events of their installations late.",
      fix: "Start a core; if one runs, look for `could not look for webhooks to deliver` in its log.",
    },
  ];
}

export async function checkKeys(query: Query): Promise<Finding[]> {
  const [keys, apps] = [
    await listExpiringServiceKeys(query, EXPIRY_WARNING),
    await listAppsWithoutLastingSecret(query, EXPIRY_WARNING),
  ];
  return [...keys.map(describeKey), ...apps.map(describeApp)];
}

const secondsUntil = ({ expiresAt }: ExpiringSecret) => expiresAt - Date.now() / 1_000;

function describeKey(key: ExpiringSecret): Finding {
  const left = secondsUntil(key);
  const isPast = left <= 0;
  return {
    severity: isPast ? "problem" : "warning",
    problem: `The service key "${key.name}" (${key.id}), used in the last seven days, ${isPast ? "expired" : "expires"} ${describeDistance(left)}.`,
    effect: `Calls with it ${isPast ? "are" : "are then"} refused.`,
    fix: `Create a new key (\`${commandLine("keys create")}\`), deploy it, and revoke this one.`,
  };
}

function describeApp(app: ExpiringSecret): Finding {
  return {
    severity: "warning",
    problem: `The last secret of the app "${app.name}" retires ${describeDistance(secondsUntil(app))}.`,
    effect: "The app then cannot exchange or refresh tokens.",
    fix: `Ask its developer to create a secret in the portal, or run \`${commandLine(`apps secrets rotate ${app.id}`)}\`.`,
  };
}
