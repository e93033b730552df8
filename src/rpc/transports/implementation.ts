import type { DescMethod, DescService, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { Call } from "../../service/call.ts";

type Handler<M extends DescMethod> = M["methodKind"] extends "server_streaming"
  ? (request: MessageShape<M["input"]>, call: Call) => AsyncIterable<MessageInitShape<M["output"]>>
  : (request: MessageShape<M["input"]>, call: Call) => Promise<MessageInitShape<M["output"]>>;

/**
 * The implementation of a service: one function per RPC, with the decoded request and the call. The transport checks key, permission
 * and session first (`access.ts`) and maps errors to a status (`errors.ts`).
 */
export type Implementation<S extends DescService> = { [N in keyof S["method"]]: Handler<S["method"][N]> };
