/** The extent of a run, from the command line of `npm run test:faults`. */
export interface FaultCounts {
  /** Kills of PostgreSQL. */
  kills: number;
  /** Kills of the core at each failpoint. */
  coreKills: number;
  /** Rounds of every other fault. */
  rounds: number;
  /** The maximum of rounds of a control. */
  controlRounds: number;
  /** Losses after which a control ends. */
  controlLosses: number;
  /** Concurrent clients. */
  clients: number;
  /** Mean milliseconds of load before a fault. */
  loadMs: number;
  /** Pauses of a replica. */
  pauses: number;
}

export const SHORT: FaultCounts = {
  kills: 3,
  coreKills: 1,
  rounds: 1,
  controlRounds: 60,
  controlLosses: 1,
  clients: 8,
  loadMs: 400,
  pauses: 1,
};

export const RELEASE: FaultCounts = {
  kills: 300,
  coreKills: 100,
  rounds: 10,
  controlRounds: 200,
  controlLosses: 20,
  clients: 32,
  loadMs: 1_000,
  pauses: 16,
};

/** The environment variable that carries the counts to the tests, as JSON. */
export const COUNTS_VARIABLE = "FAULT_COUNTS";

export const COUNTS: FaultCounts = { ...SHORT, ...JSON.parse(process.env[COUNTS_VARIABLE] ?? "{}") };
