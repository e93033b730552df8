import { constants } from "node:http2";
import type { Server, ServerCredentials } from "@grpc/grpc-js";
import { authorityOf } from "../../../observe/address.ts";
import { toListenError } from "../../../observe/startup-error.ts";
import type { ListenAddress, ServerTransport, ServerTransportOptions } from "../server-transport.ts";
import { createRpcServer, http2Servers } from "./rpc-server.ts";
import { createCredentials } from "./tls-credentials.ts";

/**
 * Serves every RPC over gRPC, with the standard health service and reflection, which need no key.
 * @throws StartupError if it cannot listen
 */
export async function startGrpc({ address, ...options }: ServerTransportOptions): Promise<ServerTransport> {
  const { server, guard, stop } = await createRpcServer(options);
  const { credentials, reload: reloadTls } = createCredentials(address.tls);
  const port = await bind(server, address, credentials).catch(async (error: unknown) => {
    await stop(async () => {});
    throw toListenError(error, { setting: "GRPC_PORT", host: address.host, port: address.port });
  });
  guard();
  return { port, reloadTls, stop: (graceMs) => stop(() => shutdown(server, graceMs)) };
}

function bind(server: Server, { host, port }: ListenAddress, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(authorityOf(host, port), credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
}

function destroySessions(server: Server): void {
  // Node accepts a code in place of an error; its types do not.
  const code = constants.NGHTTP2_CANCEL as unknown as Error;
  for (const { sessions } of http2Servers(server).values()) for (const session of sessions) session.destroy(code);
}

function shutdown(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      destroySessions(server);
      server.forceShutdown();
    }, graceMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
