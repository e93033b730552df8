/** The result of checking the order in which one receiver first accepted the events of each installation. */
export interface Findings {
  /** The number of accepted webhooks, including repetitions. */
  accepted: number;
  repeated: number;
  /** The number of events that were never accepted. */
  lost: number;
  /** The number of events that were first accepted after a later event of the same installation. */
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
