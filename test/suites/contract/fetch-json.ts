import { create, type JsonValue, toJson } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { errorFromJson } from "@connectrpc/connect/protocol-connect";
import { REQUEST_ID } from "../../../src/rpc/metadata.ts";
import type { Caller } from "./callers.ts";
import type { TestCore } from "./core.ts";

/** A client without libraries: JSON over HTTP. */
export function openFetch(core: TestCore): Caller {
  return {
    async call({ method, message, headers, timeoutMs, signal }) {
      const response = await postJson(`${core.connect}/${method.parent.typeName}/${method.name}`, {
        body: JSON.stringify(toJson(method.input, create(method.input, message))),
        headers: { ...headers, ...(timeoutMs !== undefined && { "connect-timeout-ms": String(timeoutMs) }) },
        ...(signal !== undefined && { signal }),
      });
      return { json: await jsonOrError(response), requestId: response.headers.get(REQUEST_ID) };
    },
    close() {},
  };
}

interface JsonRequest {
  body: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
  signal?: AbortSignal;
}

export function postJson(url: string, { body, headers, signal }: JsonRequest): Promise<Response> {
  const all = { "content-type": "application/json", ...headers };
  return fetch(url, { method: "POST", body, headers: all, ...(signal !== undefined && { signal }) });
}

/** The body of a response. @throws ConnectError for an error response, with its headers as metadata */
export async function jsonOrError(response: Response): Promise<JsonValue> {
  const json = (await response.json()) as JsonValue;
  if (response.ok) return json;
  const unreadable = new ConnectError(`HTTP ${response.status} without an error`, Code.Unknown);
  throw errorFromJson(json, response.headers, unreadable);
}
