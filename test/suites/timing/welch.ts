/** The comparison of two samples of times. Times are in milliseconds. */
export interface Comparison {
  /** Welch's t; the samples differ if its absolute value exceeds `TELLS_APART`. */
  t: number;
  /** The mean of the left sample minus the mean of the right one, after trimming. */
  difference: number;
  /** The smallest detectable difference. */
  detectable: number;
  /** The number of measurements of each kind after trimming. */
  kept: [left: number, right: number];
}

/** The threshold for `t` of dudect and TVLA. Equal distributions exceed it once in 150,000 comparisons. */
export const TELLS_APART = 4.5;

/** The share of measurements that is kept. The rest, the slowest, is noise of the machine. */
const KEPT = 0.9;

/** Compares two samples as dudect does, without the measurements above the 90th percentile of both. */
export function compareTimes(left: readonly number[], right: readonly number[]): Comparison {
  const sorted = [...left, ...right].sort((a, b) => a - b);
  const limit = sorted[Math.floor(sorted.length * KEPT) - 1] ?? Number.POSITIVE_INFINITY;
  const [a, b] = [left, right].map((times) => momentsOf(times.filter((time) => time <= limit))) as [Moments, Moments];
  const error = Math.sqrt(a.variance / a.count + b.variance / b.count);
  const difference = a.mean - b.mean;
  return { t: difference / error, difference, detectable: TELLS_APART * error, kept: [a.count, b.count] };
}

interface Moments {
  count: number;
  mean: number;
  variance: number;
}

function momentsOf(times: readonly number[]): Moments {
  const count = times.length;
  const mean = times.reduce((sum, time) => sum + time, 0) / count;
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (count - 1);
  return { count, mean, variance };
}
