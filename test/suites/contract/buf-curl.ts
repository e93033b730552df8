import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { create, type JsonValue, toJson } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { errorFromJson } from "@connectrpc/connect/protocol-connect";
import type { Caller } from "./callers.ts";
import type { TestCore } from "./core.ts";

const run = promisify(execFile);
const BUF = "node_modules/.bin/buf";
const GRPC = ["curl", "--protocol", "grpc", "--http2-prior-knowledge"];

/** `buf curl` over gRPC, which asks reflection for the schema. */
export function openBufCurl(core: TestCore): Caller {
  return {
    async call({ method, message, headers, timeoutMs }) {
      const json = toJson(method.input, create(method.input, message));
      const url = `http://${core.grpc}/${method.parent.typeName}/${method.name}`;
      const fields = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
      const deadline = timeoutMs === undefined ? [] : ["--timeout", `${timeoutMs}ms`];
      const args = [...GRPC, ...fields, ...deadline];
      const { stdout } = await run(BUF, [...args, "-d", JSON.stringify(json), url]).catch(
        (failure: { stderr: string }) => {
          throw toError(failure.stderr);
        },
      );
      return { json: JSON.parse(stdout) as JsonValue, requestId: null };
    },
    close() {},
  };
}

/** The names of the services that reflection lists over this protocol for a caller without a key. */
export async function listServices(address: string, protocol: "grpc-v1" | "grpc-v1alpha"): Promise<string[]> {
  const options = ["--reflect-protocol", protocol, "--list-services"];
  const { stdout } = await run(BUF, [...GRPC, ...options, `http://${address}`]);
  return stdout.trim().split("\n");
}

/** The response of the health service, whose schema comes from reflection. */
export async function checkHealth(address: string): Promise<JsonValue> {
  const { stdout } = await run(BUF, [...GRPC, "-d", "{}", `http://${address}/grpc.health.v1.Health/Check`]);
  return JSON.parse(stdout) as JsonValue;
}

function toError(stderr: string): ConnectError {
  const unreadable = new ConnectError(`buf curl said: ${stderr}`, Code.Unknown);
  const at = stderr.indexOf("{");
  if (at < 0) return unreadable;
  return errorFromJson(JSON.parse(stderr.slice(at)) as JsonValue, undefined, unreadable);
}
