/** What a service printed of faults of its own: no request may cause a line of level `error`. */
export function findOwnErrors(printed: string): string[] {
  return printed.split("\n").filter((line) => /"level":"(?:error|fatal)"/.test(line) || /unhandled/i.test(line));
}
