import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { type App, createApp } from "./app/app.ts";
import { CLOSE_WITHIN_MS } from "./app/close-timeouts.ts";
import { setV8Options } from "./app/v8-options.ts";
import { loadConfig } from "./config/load-config.ts";
import { findMisspelled } from "./config/misspelled-settings.ts";
import { createLog, type Log } from "./observe/log.ts";
import { describeStartFailure, StartupError } from "./observe/startup-error.ts";

/** Equal signals within this time count as one: at Ctrl-C, the terminal and npm both signal this process, npm possibly later. */
const SAME_SIGNAL_WITHIN_MS = 3_000;
const NPM_WATCH_MS = 500;
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type ExitSignal = keyof typeof EXIT_CODES;

async function run(): Promise<void> {
  setV8Options();
  if (cluster.isPrimary) refuseArguments(process.argv.slice(2));
  const config = loadConfig(process.env);
  const log = createLog({ level: config.logLevel, readable: process.stdout.isTTY === true });
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "uncaught exception");
    process.exit(1);
  });
  // Workers have the environment of their parent, so only the parent reports it.
  for (const misspelled of cluster.isPrimary ? findMisspelled(process.env) : []) {
    log.warn(misspelled, "a variable resembles a setting and has no effect");
  }
  const creating = createApp(config, log);
  const hangsUp = config.demo !== null || process.stdin.isTTY === true;
  // Installed before the app exists, because SIGHUP ends a process without a listener. `await creating` below reports a failure.
  if (!hangsUp)
    process.on(
      "SIGHUP",
      () =>
        void creating.then(
          (created) => reload(created, log),
          () => {},
        ),
    );
  const app = await creating;
  const stop = new AbortController();
  const starting = startApp(app, log, stop.signal);
  closeOnSignal({ app, log, starting, stop, drainMs: config.drainDelay * 1_000, hangsUp });
  app.onReload(() => reload(app, log));
  try {
    await starting;
  } catch (error) {
    // Ctrl-C also reaches child processes of the first start, so an interrupted start may fail with any error.
    if (!stop.signal.aborted) throw error;
    log.info("closed before it was ready");
    process.exit(0);
  }
}

/** An argument that is ignored, such as --help, would start the service with the default ports and data. */
function refuseArguments([argument]: string[]): void {
  if (argument === undefined) return;
  throw new StartupError(
    `The service takes no arguments, such as ${argument}; its settings are environment variables (docs/configuration.md). "npm run cli -- --help" lists the commands.`,
  );
}

/** Starts the app; a failed start closes what it opened. */
async function startApp(app: App, log: Log, signal: AbortSignal): Promise<void> {
  try {
    await app.start(signal);
  } catch (error) {
    await app.close().catch((err) => log.error({ err }, "could not close after a failed start"));
    throw error;
  }
}

interface Run {
  app: App;
  log: Log;
  starting: Promise<void>;
  /** Aborted by the first signal. */
  stop: AbortController;
  /** DRAIN_DELAY in milliseconds. */
  drainMs: number;
  /** True if SIGHUP means that the terminal was closed. */
  hangsUp: boolean;
}

/**
 * The first signal aborts the start, or drains and closes the app. SIGTERM comes from orchestrators, which wait; the others close
 * without DRAIN_DELAY. A further signal ends the delay, then exits at once.
 */
function closeOnSignal({ app, log, starting, stop, drainMs, hangsUp }: Run): void {
  let last: { signal: ExitSignal | undefined; at: number } | null = null;
  let endDelay: (() => void) | null = null;
  let isOpen = false;
  starting.then(
    () => {
      isOpen = true;
    },
    () => {}, // run() reports the error
  );

  const begin = async (signal?: ExitSignal) => {
    last = { signal, at: performance.now() };
    stop.abort();
    if (isOpen && signal === "SIGTERM" && drainMs > 0) {
      log.info({ signal, seconds: drainMs / 1_000 }, "not ready any more; closing after DRAIN_DELAY");
      app.drain();
      const delay = new AbortController();
      endDelay = () => delay.abort();
      await sleep(drainMs, undefined, { signal: delay.signal }).catch(() => {});
      endDelay = null;
    }
    log.info({ signal }, "closing; a second signal exits at once");
    setTimeout(() => {
      log.error({ seconds: CLOSE_WITHIN_MS / 1_000 }, "closing timed out; exiting");
      process.exit(1);
    }, CLOSE_WITHIN_MS).unref();
    starting.then(
      () => close(app, log),
      () => {}, // run() reports the error
    );
  };

  const onSignal = (signal: ExitSignal) => {
    if (last === null) return void begin(signal);
    const { at } = last;
    // npm forwards a signal that the terminal has sent to this process, too.
    if (signal === last.signal && performance.now() - at < SAME_SIGNAL_WITHIN_MS) return;
    last = { signal, at: performance.now() };
    if (endDelay !== null) endDelay();
    else if (performance.now() - at > SAME_SIGNAL_WITHIN_MS) process.exit(EXIT_CODES[signal]);
  };
  const exitSignals = Object.keys(EXIT_CODES) as ExitSignal[];
  for (const signal of exitSignals) if (signal !== "SIGHUP" || hangsUp) process.on(signal, onSignal);
  // Ctrl-C reaches a worker directly and through its parent, in any order; the worker closes once.
  app.onClose(() => {
    if (last === null) void begin();
    else endDelay?.();
  });
  onNpmKilled(() => {
    if (last === null) void begin("SIGHUP");
  });
}

/** Closes the app when npm, the parent process, is killed: npm cannot forward SIGKILL. */
function onNpmKilled(close: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    close();
  }, NPM_WATCH_MS).unref();
}

/**
 * Reads the files of the settings again. If a file is invalid, no value changes. If a part cannot use its new files, it keeps the values of
 * the old files.
 */
function reload(app: App, log: Log): void {
  try {
    app.reload(loadConfig(process.env));
    log.info("read the files of the settings again");
  } catch (error) {
    log.error(
      { reason: describeStartFailure(error) },
      "could not read the files of the settings again; keeping the old values",
    );
  }
}

async function close(app: App, log: Log): Promise<void> {
  try {
    await app.close();
    log.info("closed");
    process.exit(0);
  } catch (err) {
    log.error({ err }, "closing failed");
    process.exit(1);
  }
}

run().catch((error: unknown) => {
  const text = describeStartFailure(error);
  if (text !== "") process.stderr.write(`${text}\n`);
  process.exit(1);
});
