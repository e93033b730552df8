import { readServerState } from "../../store/diagnosis/server-state.ts";
import type { OpenDatabase } from "./database.ts";
import type { Finding } from "./report.ts";

/** The tolerated clock difference in seconds, which is above the error of a measurement over a network. */
const CLOCK_SKEW = 2;

/** Compares the database's clock with that of this machine. */
export async function checkClock({ direct }: OpenDatabase): Promise<Finding[]> {
  const before = Date.now();
  const { now } = await readServerState(direct.query);
  const after = Date.now();
  const skew = now * 1_000 < before ? now - before / 1_000 : Math.max(0, now - after / 1_000);
  if (Math.abs(skew) <= CLOCK_SKEW) return [];
  return [
    {
      severity: "warning",
      problem: `The clock of the database is ${Math.abs(skew).toFixed(1)} s ${skew < 0 ? "behind" : "ahead of"} that of this machine.`,
      effect: "Tokens expire by the database's clock, so API services and logs disagree about the time.",
      fix: "Synchronize both machines with NTP.",
    },
  ];
}
