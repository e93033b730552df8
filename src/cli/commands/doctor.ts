import type { Command } from "commander";
import { parseCount, withJson } from "../command-options.ts";
import type { Report } from "../doctor/report.ts";
import { type Output, print, printValue } from "../output.ts";

interface Doctor extends Output {
  replicas?: number;
}

const HELP = `
Set DATABASE_URL for the checks of the database, CORE_URL and SERVICE_KEY for those of the core, and PUBLIC_URL for those of
the public port. With the environment of a process, all its settings are checked. Without settings, the core of a running
demo is examined. Nothing is changed.

Exit status: 0 no findings, 1 findings, 2 a part could not be checked, there is no deployment to examine, or the command line
is invalid.`;

/** `latchkey doctor`. */
export function addDoctorCommand(program: Command): void {
  withJson(
    program
      .command("doctor")
      .description("examine a deployment: settings, database, core, certificates and public URL"),
  )
    .option("--replicas <n>", "core processes of the deployment, to compare with max_connections", parseCount)
    .addHelpText("after", HELP)
    .action(runDoctor);
}

async function runDoctor({ json, replicas }: Doctor): Promise<void> {
  const { diagnose } = await import("../doctor/run.ts");
  const report = await diagnose(process.env, { replicas: replicas ?? null });
  process.exitCode = report.isComplete ? Number(report.findings.length > 0) : 2;
  if (json === true) {
    const { findings, passed, notChecked, isComplete } = report;
    return printValue({ findings: findings.map((one) => ({ ...one })), passed, notChecked, isComplete });
  }
  printReport(report);
}

function printReport({ findings, passed, notChecked, isComplete }: Report): void {
  for (const { check, severity, problem, effect, fix } of findings) {
    print(`${severity.toUpperCase()} (${check}): ${problem}`);
    print(`  Effect: ${effect}`);
    print(`  Fix: ${fix}`);
    print();
  }
  if (passed.length > 0) print(`No findings: ${passed.join(", ")}.`);
  if (notChecked.length > 0) print("Not checked:");
  for (const { check, reason } of notChecked) print(`  ${check}: ${reason}`);
  print();
  print(isComplete ? summarize(findings) : `${summarize(findings)} Some checks could not run.`);
}

function summarize(findings: Report["findings"]): string {
  const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  if (problems + warnings === 0) return "No problems found.";
  const plural = (n: number, word: string) => `${n} ${word}${n === 1 ? "" : "s"}`;
  return `${plural(problems, "problem")}, ${plural(warnings, "warning")}.`;
}
