import { type App, createApp } from "./app/app.ts";
import { loadConfig } from "./config/load-config.ts";
import { createLog, type Log } from "./observe/log.ts";
import { describeStartFailure } from "./observe/startup-error.ts";

const CLOSE_WITHIN_MS = 45_000;
/** npm hands a terminal's Ctrl-C on to this process, late on a busy machine, which the terminal has told already: that is no second signal. */
const SAME_SIGNAL_WITHIN_MS = 3_000;
const NPM_WATCH_MS = 500;
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type Ending = keyof typeof EXIT_CODES;

async function run(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog({ level: config.logLevel, readable: process.stdout.isTTY === true });
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "a fault that nothing caught");
    process.exit(1);
  });
  const app = await createApp(config, log);
  const stop = new AbortController();
  const starting = startApp(app, log, stop.signal);
  closeWhenTold({ app, log, starting, stop });
  try {
    await starting;
  } catch (error) {
    // Ctrl-C reaches the programs that a first start runs, so a start that is told to end fails in any way it likes.
    if (!stop.signal.aborted) throw error;
    log.info("closed before it was ready");
    process.exit(0);
  }
}

/** A start that fails closes what it had opened. */
async function startApp(app: App, log: Log, signal: AbortSignal): Promise<void> {
  try {
    await app.start(signal);
  } catch (error) {
    await app.close().catch((err) => log.error({ err }, "closing after a failed start"));
    throw error;
  }
}

interface Run {
  app: App;
  log: Log;
  starting: Promise<void>;
  /** Aborted by the first signal. */
  stop: AbortController;
}

/** The first signal ends a start that is under way and closes in order; the second ends at once. */
function closeWhenTold({ app, log, starting, stop }: Run): void {
  let firstAt: number | null = null;
  const begin = (signal?: Ending) => {
    firstAt = performance.now();
    stop.abort();
    log.info({ signal }, "closing; the same again ends at once");
    setTimeout(() => {
      log.error({ seconds: CLOSE_WITHIN_MS / 1_000 }, "not closed in time; ending");
      process.exit(1);
    }, CLOSE_WITHIN_MS).unref();
    starting.then(
      () => close(app, log),
      () => {}, // told by run()
    );
  };
  const onSignal = (signal: Ending) => {
    if (firstAt === null) begin(signal);
    else if (performance.now() - firstAt > SAME_SIGNAL_WITHIN_MS) process.exit(EXIT_CODES[signal]);
  };
  for (const signal of Object.keys(EXIT_CODES) as Ending[]) process.on(signal, onSignal);
  // A terminal's Ctrl-C reaches a worker too, before its parent's word or after it: both mean the same.
  app.onClose(() => {
    if (firstAt === null) begin();
  });
  whenNpmIsKilled(() => onSignal("SIGHUP"));
}

/** npm passes signals on, but kill -9 it never sees: whoever kills npm that way means what npm started. */
function whenNpmIsKilled(tell: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    tell();
  }, NPM_WATCH_MS).unref();
}

async function close(app: App, log: Log): Promise<void> {
  try {
    await app.close();
    log.info("closed");
    process.exit(0);
  } catch (err) {
    log.error({ err }, "not closed in order");
    process.exit(1);
  }
}

run().catch((error: unknown) => {
  const text = describeStartFailure(error);
  if (text !== "") process.stderr.write(`${text}\n`);
  process.exit(1);
});
