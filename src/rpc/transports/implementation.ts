import type { DescMethod, DescService, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { Call } from "../../service/call.ts";

type Handler<M extends DescMethod> = M["methodKind"] extends "server_streaming"
  ? (request: MessageShape<M["input"]>, call: Call) => AsyncIterable<MessageInitShape<M["output"]>>
  : (request: MessageShape<M["input"]>, call: Call) => Promise<MessageInitShape<M["output"]>>;

/**
 * A service as every mount calls it: one function for each RPC, given the decoded request and who asks. The mount has checked the
 * caller's key, its right and the session before (`access.ts`), and turns what is thrown into a status (`errors.ts`).
 */
export type Implementation<S extends DescService> = { [N in keyof S["method"]]: Handler<S["method"][N]> };
