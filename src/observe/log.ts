import { type DestinationStream, type Logger, pino } from "pino";
import { prettyFactory } from "pino-pretty";
import { redactFacts, redactLine } from "./redact.ts";

export type Log = Logger;

export interface LogOptions {
  level: string;
  /** True: one readable line each, for a terminal; false: JSON. */
  readable: boolean;
  /** Standard output when absent. */
  destination?: DestinationStream;
}

/**
 * The process's log. Lines are written before the call returns, so a crash loses none; whatever is given to it, no secret comes out
 * (`redact.ts`).
 */
export function createLog({ level, readable, destination = pino.destination({ fd: 1, sync: true }) }: LogOptions): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redactFacts },
      // Errors have been described by `redactFacts` already.
      serializers: { err: (described) => described },
      hooks: { streamWrite: redactLine },
    },
    readable ? makeReadable(destination) : destination,
  );
}

function makeReadable(destination: DestinationStream): DestinationStream {
  const render = prettyFactory({
    colorize: process.stdout.isTTY === true,
    ignore: "pid",
    singleLine: true,
    // An OAuth code stands under `error`: without this it takes a line of its own.
    errorLikeObjectKeys: ["err"],
    translateTime: "SYS:HH:MM:ss",
  });
  return { write: (line) => destination.write(render(line)) };
}
