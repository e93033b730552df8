import { type DestinationStream, type Logger, pino } from "pino";
import { prettyFactory } from "pino-pretty";
import { redactFacts, redactLine } from "./redact.ts";
import { traceFields } from "./tracing.ts";

export type Log = Logger;

export interface LogOptions {
  level: string;
  /** True for readable lines on a terminal, false for JSON. */
  readable: boolean;
  /** Default: standard output. */
  destination?: DestinationStream;
}

/**
 * The process's log. Writes synchronously, so that a crash loses no line, and redacts secrets (`redact.ts`).
 */
export function createLog({ level, readable, destination = pino.destination({ fd: 1, sync: true }) }: LogOptions): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redactFacts },
      mixin: traceFields,
      // `redactFacts` has serialized errors already.
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
    // By default pino treats the field `error` as an Error too, but here it holds an OAuth error code.
    errorLikeObjectKeys: ["err"],
    translateTime: "SYS:HH:MM:ss",
  });
  return { write: (line) => destination.write(render(line)) };
}
