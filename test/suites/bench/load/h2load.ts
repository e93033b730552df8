import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import { IntrospectRequestSchema, TokenService } from "../../../../gen/latchkey/v1/token_service_pb.ts";
import type { GrpcPlan } from "./grpc-load.ts";
import { responseLimit, runProgram } from "./programs.ts";
import type { LoadResult } from "./wrk.ts";

/** Bytes. A shorter response is an error, which h2load cannot detect by status because every gRPC response has 200. */
const LEAST_BYTES = 100;

/**
 * Runs the same load by h2load, to show whether our generator is the bottleneck. h2load sends one fixed body; responses are checked by
 * their size.
 */
export async function runH2load(plan: GrpcPlan, token: string, directory: string): Promise<LoadResult> {
  const message = toBinary(IntrospectRequestSchema, create(IntrospectRequestSchema, { token }));
  const body = Buffer.concat([Buffer.alloc(5), message]);
  body.writeUInt32BE(message.length, 1);
  const file = join(directory, "h2load-body");
  await writeFile(file, body);
  const url = `http://${plan.address}/${TokenService.typeName}/${TokenService.method.introspect.name}`;
  const headers = ["content-type: application/grpc", "te: trailers", `authorization: Bearer ${plan.key}`];
  const limit = responseLimit();
  const { out, cores } = await runProgram("h2load", [
    ...[`-c${plan.connections}`, `-m${plan.concurrency / plan.connections}`, "-t1", "-d", file],
    limit === null ? `-D${plan.seconds}` : `-n${limit}`,
    ...headers.flatMap((header) => ["-H", header]),
    url,
  ]);
  return { ...parseH2load(out), generatorCores: cores };
}

/** @throws Error if its output has no result */
export function parseH2load(out: string): Omit<LoadResult, "generatorCores"> {
  const perSecond = Number(/finished in .*?, ([\d.]+) req\/s/.exec(out)?.[1]);
  const [, done = 0, succeeded = 0] = (
    /requests: \d+ total, \d+ started, (\d+) done, (\d+) succeeded/.exec(out) ?? []
  ).map(Number);
  const bytes = Number(/\((\d+)\) data/.exec(out)?.[1]);
  if (!(perSecond > 0) || !(done > 0)) throw new Error(`h2load printed no result:  ${out}`);
  const small = bytes / done < LEAST_BYTES;
  const wrong = small ? done : done - succeeded;
  const firstWrong = small ? "answers too small for an introspection" : wrong > 0 ? "a request failed" : null;
  return { perSecond, p50Us: 0, p99Us: 0, checked: done, wrong, firstWrong };
}
