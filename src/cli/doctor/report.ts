/** Something wrong or risky in a deployment. Each text is one sentence. */
export interface Finding {
  /** A problem causes errors or losses now; a warning may cause them later. */
  severity: "problem" | "warning";
  problem: string;
  effect: string;
  fix: string;
}

export interface Report {
  findings: (Finding & { check: string })[];
  /** The names of checks without a finding. */
  passed: string[];
  /** Checks that did not run, with the reason. */
  notChecked: { check: string; reason: string }[];
  /** False if a configured part could not be checked. */
  isComplete: boolean;
}

/** The part of the deployment that a check examines cannot be reached, so the report is incomplete. */
export class UnreachableError extends Error {
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(finding.problem);
    this.finding = finding;
  }
}

/** The check does not apply to these settings. The message completes "Not checked: …". */
export class NotApplicableError extends Error {}

export function createReport(): Report {
  return { findings: [], passed: [], notChecked: [], isComplete: true };
}

/** Runs a check and adds its result to the report. Any error except `NotApplicableError` makes the report incomplete. */
export async function addCheck(
  report: Report,
  check: string,
  work: () => Promise<Finding[]> | Finding[],
): Promise<void> {
  try {
    const findings = await work();
    report.findings.push(...findings.map((finding) => ({ check, ...finding })));
    if (findings.length === 0) report.passed.push(check);
  } catch (error) {
    if (error instanceof NotApplicableError) {
      report.notChecked.push({ check, reason: error.message });
      return;
    }
    report.isComplete = false;
    if (error instanceof UnreachableError) report.findings.push({ check, ...error.finding });
    else report.notChecked.push({ check, reason: error instanceof Error ? error.message : String(error) });
  }
}

export const DAY = 86_400;

/** Secrets and certificates are reported this many seconds before they expire. */
export const EXPIRY_WARNING = 14 * DAY;

/** Formats a distance in time, such as `in 3 days` or `40 s ago`. @param seconds from now; negative for the past */
export function describeDistance(seconds: number): string {
  const text = describeDuration(Math.abs(seconds));
  return seconds < 0 ? `${text} ago` : `in ${text}`;
}

const UNITS: readonly [name: string, seconds: number][] = [
  ["days", DAY],
  ["hours", 3_600],
  ["minutes", 60],
];

/** Formats a duration, rounded down, such as `3 days` or `40 s`. */
export function describeDuration(seconds: number): string {
  const unit = UNITS.find(([, size]) => seconds >= 2 * size);
  return unit === undefined ? `${Math.floor(seconds)} s` : `${Math.floor(seconds / unit[1])} ${unit[0]}`;
}
