import { type ConnectionPools, createConnectionPools } from "../../../src/store/connection/pools.ts";
import { LONG_TIMEOUT_POOL } from "../../support/long-timeouts.ts";
import { pushDown, type SentStatement, withImmutableTimestamps } from "./statements.ts";

/** The commands that Citus sent to the workers for one operation. */
export interface RemoteWork {
  /** The connections to workers, by port and number. */
  connections: Set<string>;
  /** The commands, except those that control transactions. */
  commands: string[];
  twoPhase: boolean;
}

/** A single connection, whose statements are adapted to Citus and recorded. */
export interface Recorder {
  pools: ConnectionPools;
  /** The statements by name, with the text that the service sends and the values of the first call. */
  statements: Map<string, SentStatement>;
  /** Runs an operation and returns what Citus sent to the workers for it. */
  record<T>(work: () => Promise<T>): Promise<{ result: T; remote: RemoteWork }>;
}

interface Notice {
  message?: string;
  detail?: string;
}

export interface RecorderOptions {
  /** True: replaces the statements that Citus does not run completely on one shard. */
  pushesDown: boolean;
  planCacheMode: "force_custom_plan" | "force_generic_plan";
}

export async function createRecorder(url: string, { pushesDown, planCacheMode }: RecorderOptions): Promise<Recorder> {
  const single = createConnectionPools({ url, size: 1, reserved: 0, ...LONG_TIMEOUT_POOL });
  const statements = new Map<string, SentStatement>();
  let notices: Notice[] = [];
  const client = await single.ordinary.acquire();
  await client.query(`set plan_cache_mode = ${planCacheMode}; set citus.log_remote_commands = on`);
  await client.query("set client_min_messages = notice");
  client.on("notice", (notice) => void notices.push(notice));
  const send = client.query.bind(client) as (config: unknown) => Promise<unknown>;
  client.query = ((config: unknown, ...rest: unknown[]) => {
    if (!isSentStatement(config)) return (send as (...all: unknown[]) => unknown)(config, ...rest);
    if (!statements.has(config.name)) statements.set(config.name, { ...config });
    const adapted = { ...config, text: withImmutableTimestamps(config.text) };
    const [first, ...others] = (pushesDown ? pushDown(adapted) : [adapted]).map((one) => send({ ...config, ...one }));
    return Promise.all([first, ...others]).then(([result]) => result);
  }) as typeof client.query;
  client.release();
  return {
    pools: { ...single, reserved: single.ordinary },
    statements,
    async record(work) {
      notices = [];
      const result = await work();
      return { result, remote: toRemoteWork(notices) };
    },
  };
}

function isSentStatement(config: unknown): config is SentStatement {
  return typeof config === "object" && config !== null && "name" in config && "text" in config;
}

function toRemoteWork(notices: readonly Notice[]): RemoteWork {
  const sent = notices.filter(({ message }) => message?.startsWith("issuing "));
  const commands = sent.map(({ message }) => message!.slice("issuing ".length));
  return {
    connections: new Set(sent.map(({ detail }) => /:(\d+ connectionId: \d+)/.exec(detail ?? "")?.[1] ?? "unknown")),
    commands: commands.filter((command) => !/^(BEGIN|COMMIT|ROLLBACK|PREPARE) /.test(`${command} `)),
    twoPhase: commands.some((command) => command.startsWith("PREPARE TRANSACTION")),
  };
}
