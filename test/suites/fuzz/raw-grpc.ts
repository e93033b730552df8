import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";

export interface RawGrpc {
  /** Sends bytes as the body of a call; returns `grpc-status`, or null if the stream was reset without a status. */
  call(path: string, headers: Record<string, string>, body: Buffer): Promise<number | null>;
  close(): void;
}

/** Sends gRPC without a library, as an attacker inside the network could. */
export function connectRaw(address: string): RawGrpc {
  let session: ClientHttp2Session | null = null;
  const open = () => {
    if (session === null || session.closed || session.destroyed) {
      session = connect(`http://${address}`);
      session.on("error", () => {});
    }
    return session;
  };
  return {
    async call(path, headers, body) {
      const fixed = { ":method": "POST", "content-type": "application/grpc", te: "trailers" };
      const stream = open().request({ ...fixed, ...headers, ":path": path });
      let status: string | undefined;
      const read = (received: Record<string, unknown>) => {
        status = (received["grpc-status"] as string | undefined) ?? status;
      };
      stream
        .on("response", read)
        .on("trailers", read)
        .on("error", () => {});
      stream.resume().end(body);
      await once(stream, "close");
      return status === undefined ? null : Number(status);
    },
    close: () => session?.destroy(),
  };
}

/** A message with the gRPC prefix. */
export function frameOf(bytes: Uint8Array, flag = 0, length = bytes.length): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flag, 0);
  head.writeUInt32BE(length >>> 0, 1);
  return Buffer.concat([head, bytes]);
}
