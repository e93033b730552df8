import { join } from "node:path";
import type { GrpcPlan } from "./grpc-load.ts";
import { runProgram } from "./programs.ts";
import type { LoadResult } from "./wrk.ts";

/** Runs the generator for gRPC in a process of its own. */
export async function runGrpc(plan: GrpcPlan): Promise<LoadResult> {
  const { out } = await runProgram(process.execPath, [join(import.meta.dirname, "grpc-load.ts"), JSON.stringify(plan)]);
  return JSON.parse(out);
}
