import type { Attempt, Race as RacerRace } from "./racer.ts";

/** A race that has ended. */
export interface Race {
  operation: RacerRace["operation"];
  attempts: Attempt[];
}

export interface Tally {
  readonly races: number;
  add(race: Race): void;
  /** `double`: more than one success or pair; `none`: no success; `server`: a response with 5xx. */
  faults(): { double: number; none: number; server: number; other: number };
  line(milliseconds: number): string;
  /** The errors of the service with their counts. */
  said(): string[];
}

/** Counts the results of races by the rule of their operation. */
export function toTally(name: string): Tally {
  let races = 0;
  let attempts = 0;
  const counted = { double: 0, none: 0, server: 0, other: 0 };
  const said = new Map<string, number>();
  return {
    get races() {
      return races;
    },
    add(race) {
      races += 1;
      attempts += race.attempts.length;
      for (const kind of faultsOf(race)) counted[kind] += 1;
      for (const reason of race.attempts.flatMap((attempt) => ("reason" in attempt ? [attempt.reason] : []))) {
        if (!isRefusal(reason)) said.set(reason, (said.get(reason) ?? 0) + 1);
      }
    },
    faults: () => ({ ...counted }),
    said: () => [...said].map(([reason, times]) => `${times} x ${reason}`),
    line: (milliseconds) =>
      `${name} races: ${races}, attempts: ${attempts}, double successes: ${counted.double}, without a winner: ${counted.none}, ` +
      `5xx: ${counted.server}, other answers: ${counted.other}, ${Math.round(milliseconds / 1000)} s`,
  };
}

function faultsOf({ operation, attempts }: Race): ("double" | "none" | "server" | "other")[] {
  const pairs = attempts.filter((attempt) => "accessToken" in attempt).map((attempt) => JSON.stringify(attempt));
  const reasons = attempts.flatMap((attempt) => ("reason" in attempt ? [attempt.reason] : []));
  const winners = operation === "exchange" ? pairs.length : new Set(pairs).size;
  return [
    ...(winners > 1 ? (["double"] as const) : []),
    ...(winners === 0 ? (["none"] as const) : []),
    ...reasons.filter((reason) => !isRefusal(reason)).map(() => "server" as const),
    ...reasons
      .filter((reason) => isRefusal(reason) && !(operation === "exchange" && reason === "code_reused"))
      .map(() => "other" as const),
  ];
}

/** A rejection has a one-word reason; any other text is an internal error. */
function isRefusal(reason: string): boolean {
  return /^[a-z_]+$/.test(reason) && reason !== "unavailable" && reason !== "internal";
}
