import type { Finding } from "../../../../src/cli/doctor/report.ts";
import { terminalWith } from "../terminal.ts";

export interface DoctorResult {
  status: number;
  findings: (Finding & { check: string })[];
  passed: string[];
  notChecked: { check: string; reason: string }[];
  isComplete: boolean;
  /** The output without --json. */
  text: string;
}

/** Runs `latchkey doctor` in this process, once with --json and once without. */
export async function doctor(env: Record<string, string | undefined>, ...options: string[]): Promise<DoctorResult> {
  const latchkey = terminalWith(env);
  const { status, out, err } = await latchkey("doctor", "--json", ...options);
  if (err !== "") throw new Error(err);
  return { status, ...JSON.parse(out), text: (await latchkey("doctor", ...options)).out };
}

/** The findings of one check. */
export function findingsOf({ findings }: DoctorResult, check: string): Finding[] {
  return findings.filter((finding) => finding.check === check);
}
