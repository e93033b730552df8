/** The internal errors in the output of a service: no request may cause a line of level `error`. */
export function findInternalErrors(printed: string): string[] {
  return printed.split("\n").filter((line) => /"level":"(?:error|fatal)"/.test(line) || /unhandled/i.test(line));
}
