/** The height of a plot, in units of the drawing. */
export const HEIGHT = 100;

/** The part of a chart that its scale depends on. */
interface Drawn {
  above: { counts: readonly number[] };
  below?: { counts: readonly number[] };
  lower?: { counts: readonly number[] };
  average?: { value: number } | null;
  scale?: "count" | "rate";
}

/** The marks of the axis at equal distances, the height of a unit, and the place of zero. */
export function scaleOf({ above, below, lower, average, scale }: Drawn) {
  const highest = Math.max(0, ...above.counts, average?.value ?? 0);
  const lowest = Math.max(0, ...(below?.counts ?? []).map((count, at) => count + (lower?.counts[at] ?? 0)));
  const longer = Math.max(highest, lowest);
  const isRate = scale === "rate";
  const end = isRate ? roundUpRate(longer) : roundUp(longer);
  const steps = !isRate && end === 3 ? 3 : 2;
  const step = end / steps;
  if (step === 0) return { marks: [0], unit: HEIGHT, zero: HEIGHT };
  const isBelow = lowest > highest;
  const stepsUp = isBelow ? Math.ceil(highest / step) : steps;
  // A few counts below zero need no mark of their own.
  const stepsDown = isBelow ? steps : lowest < step ? 0 : Math.ceil(lowest / step);
  const marks = Array.from({ length: stepsUp + stepsDown + 1 }, (_, at) => (stepsUp - at) * step);
  const top = stepsUp * step;
  const unit = HEIGHT / (top + Math.max(lowest, stepsDown * step));
  return { marks, unit, zero: top * unit };
}

const STEPS = [1, 1.2, 1.4, 1.6, 1.8, 2, 2.4, 2.8, 3.2, 3.6, 4, 5, 6, 8, 10];

/** The lowest end of an axis of counts, so that a bar of one is not as high as the plot. */
const END_MIN = 2;

/** The next round number for the end of an axis, such as 120 for 103, even from 4 on; 0 for 0. */
export function roundUp(count: number): number {
  if (count <= 0) return 0;
  // A few counts fill the plot.
  if (count > 1 && count <= 3) return Math.ceil(count);
  if (count <= 10) return Math.max(END_MIN, 2 * Math.ceil(count / 2));
  const power = 10 ** Math.floor(Math.log10(count));
  return STEPS.map((step) => step * power).find((end) => end >= count && end % 2 === 0)!;
}

/** In percent */
const RATE_STEPS = [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 40, 60, 80];

/** The next round percentage for the end of an axis, at most 100; 0 for 0. */
export function roundUpRate(rate: number): number {
  return rate <= 0 ? 0 : (RATE_STEPS.find((end) => end >= rate) ?? 100);
}
