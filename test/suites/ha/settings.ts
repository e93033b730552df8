/** The extent of a run, from the command line of `npm run test:failover`. */
export interface FailoverCounts {
  /** Failovers by SIGKILL of the primary and its Patroni. */
  kills: number;
  /** Switchovers by the API of Patroni. */
  switchovers: number;
  /** Failovers by SIGSTOP of the primary and its Patroni. */
  freezes: number;
  /** Freezes of the standby and its Patroni. */
  standbys: number;
  /** Failovers to an asynchronous standby. */
  controls: number;
  /** Concurrent clients. */
  clients: number;
  /** Mean milliseconds of load before a failover. */
  loadMs: number;
}

export const SHORT: FailoverCounts = {
  kills: 1,
  switchovers: 0,
  freezes: 0,
  standbys: 0,
  controls: 0,
  clients: 16,
  loadMs: 3_000,
};

export const RELEASE: FailoverCounts = {
  kills: 8,
  switchovers: 6,
  freezes: 6,
  standbys: 3,
  controls: 3,
  clients: 16,
  loadMs: 3_000,
};

/** The environment variable that carries the counts to the tests, as JSON. */
export const COUNTS_VARIABLE = "FAILOVER_COUNTS";

export const COUNTS: FailoverCounts = { ...SHORT, ...JSON.parse(process.env[COUNTS_VARIABLE] ?? "{}") };
