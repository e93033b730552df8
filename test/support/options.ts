import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/**
 * Parses the options of an npm script with `parseArgs`. `--help` prints `usage` and exits with 0; an unknown option prints an error and
 * `usage`, and exits with 2.
 */
export function readOptions<const T extends ParseArgsOptionsConfig>(usage: string, options: T) {
  return read(usage, () => parseArgs({ options }).values);
}

/** As `readOptions`, with positional arguments. */
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
