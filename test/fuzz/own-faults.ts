/** What a service printed of faults of its own: level 50 is `error`, which no request may cause. */
export function findOwnFaults(printed: string): string[] {
  return printed.split("\n").filter((line) => /"level":[56]0/.test(line) || /unhandled/i.test(line));
}
