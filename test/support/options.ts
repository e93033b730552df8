import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/**
 * The options of a script of `npm run`, by `parseArgs`. `--help` prints `usage` and ends the process with 0; what is not understood is told,
 * with `usage` under it, and ends it with 2.
 */
export function readOptions<const T extends ParseArgsOptionsConfig>(usage: string, options: T) {
  return read(usage, () => parseArgs({ options }).values);
}

/** The same, and what is no option beside them. */
export function readArguments<const T extends ParseArgsOptionsConfig>(usage: string, options: T) {
  return read(usage, () => parseArgs({ options, allowPositionals: true }));
}

/** Prints `usage` and ends the process with 0 if the command line asks for help. For scripts that pass their options on. */
export function printHelp(usage: string): void {
  if (!process.argv.slice(2).some((argument) => argument === "--help" || argument === "-h")) return;
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}

function read<R>(usage: string, parse: () => R): R {
  printHelp(usage);
  try {
    return parse();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`);
    process.exit(2);
  }
}
