import type { DescMessage, DescMethod, DescService, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { Call } from "../../service/call.ts";

type Handler<M extends DescMethod> = M["methodKind"] extends "server_streaming"
  ? (request: MessageShape<M["input"]>, call: Call) => AsyncIterable<MessageInitShape<M["output"]>>
  : (request: MessageShape<M["input"]>, call: Call) => Promise<MessageInitShape<M["output"]>>;

/**
 * The implementation of a service: one function per RPC, with the decoded request and the call. The transport first checks key, permission
 * and session (`authentication/admission.ts`), and maps errors to a status (`errors.ts`).
 */
export type Implementation<S extends DescService> = { [N in keyof S["method"]]: Handler<S["method"][N]> };

/** A response with its own encoder, for handlers that encode it faster than the codec. */
export class EncodableResponse {
  readonly toMessage: () => object;
  readonly toBytes: () => Uint8Array;

  constructor(toMessage: () => object, toBytes: () => Uint8Array) {
    this.toMessage = toMessage;
    this.toBytes = toBytes;
  }
}

/** The response of a unary handler. Its type is that of a plain response; `toMessage` and `toBytes` of `routes.ts` recognize it. */
export function encodable<O extends DescMessage>(
  toMessage: () => MessageInitShape<O>,
  toBytes: () => Uint8Array,
): MessageInitShape<O> {
  return new EncodableResponse(toMessage, toBytes) as unknown as MessageInitShape<O>;
}
