import { parseConfig } from "../../config/load-config.ts";
import { type Environment, readSecretFiles } from "../../config/secret-files.ts";
import { findTlsErrors } from "../../config/tls-files.ts";
import { type Finding, NotApplicableError } from "./report.ts";

/** The environment with its secret files read, and the errors of these files. */
export interface DoctorEnvironment {
  env: Environment;
  errors: string[];
}

export function readDoctorEnvironment(environment: Environment): DoctorEnvironment {
  const { environment: resolved, errors } = readSecretFiles(environment);
  return { env: { ...resolved }, errors };
}

/** Validates the settings as a process does at its start. Not applicable if the environment lacks the settings of a process. */
export function checkSettings({ env, errors }: DoctorEnvironment): Finding[] {
  const isProcess = Boolean(env.PUBLIC_URL && (env.TOKEN_KEY || env.ROLE === "gateway"));
  if (errors.length === 0 && !isProcess)
    throw new NotApplicableError(
      "run this command with the environment of a process, PUBLIC_URL and TOKEN_KEY included",
    );
  const parsed = errors.length > 0 ? null : parseConfig(env, findTlsErrors);
  const all = parsed?.kind === "invalid" ? parsed.errors : errors;
  return all.filter(isNotReportedElsewhere).map((problem) => ({
    severity: "problem",
    problem,
    effect: "A process with these settings does not start.",
    fix: "Correct the setting as described.",
  }));
}

/** False for errors that the checks of the database and the certificates report together with their effect. */
function isNotReportedElsewhere(error: string): boolean {
  return !/ without verifying its certificate|^TLS_\w+ names a file that /.test(error);
}

/** A setting that is a positive whole number, or `standard` if the value is missing or invalid. `checkSettings` reports invalid values. */
export function numberOf(env: Environment, name: string, standard: number): number {
  const value = Number(env[name]);
  return Number.isInteger(value) && value > 0 ? value : standard;
}
