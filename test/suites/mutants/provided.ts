import type { TestProject } from "vitest/node";

/** `test/suites/mutants/run.ts` keeps one PostgreSQL for all. */
export default function setup(project: TestProject): void {
  project.provide("databaseUrl", process.env.MUTANTS_DATABASE_URL!);
}
