/** The order in which one receiver accepted the events of an installation for the first time. */
export interface Findings {
  /** Accepted webhooks, repetitions included. */
  accepted: number;
  repeated: number;
  /** Events that were never accepted. */
  lost: number;
  /** Events whose first acceptance was after that of a later event of the same installation. */
  disordered: number;
}

/** Checks a receiver's log: each line is an installation and the number of its event. Numbers count from 1 to `events`. */
export function verifyLog(log: string, installations: readonly string[], events: number): Findings {
  const newest = new Map(installations.map((id) => [id, 0]));
  const seen = new Set<string>();
  const findings: Findings = { accepted: 0, repeated: 0, lost: 0, disordered: 0 };
  for (const line of log.split("\n")) {
    const [id = "", number = ""] = line.split(" ");
    const last = newest.get(id);
    if (last === undefined) continue;
    findings.accepted++;
    if (seen.has(line)) {
      findings.repeated++;
      continue;
    }
    seen.add(line);
    if (Number(number) !== last + 1) findings.disordered++;
    newest.set(id, Math.max(last, Number(number)));
  }
  for (const id of installations) {
    for (let number = 1; number <= events; number++) if (!seen.has(`${id} ${number}`)) findings.lost++;
  }
  return findings;
}
