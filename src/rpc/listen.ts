import { readFileSync } from "node:fs";
import { StartFault } from "../observe/start-fault.ts";

/** Paths of PEM files. */
export interface ListenerTls {
  certFile: string;
  keyFile: string;
  /** Where set, only clients with a certificate of this CA are let in. */
  clientCaFile: string | null;
}

/** Where a mount listens. Port 0: one that is free. */
export interface ListenAddress {
  host: string;
  port: number;
  tls: ListenerTls | null;
}

export interface TlsMaterial {
  cert: Buffer;
  key: Buffer;
  clientCa: Buffer | null;
}

/** The files of a listener's TLS. */
export function readTls({ certFile, keyFile, clientCaFile }: ListenerTls): TlsMaterial {
  return {
    cert: readFileSync(certFile),
    key: readFileSync(keyFile),
    clientCa: clientCaFile === null ? null : readFileSync(clientCaFile),
  };
}

/** `host:port`, with an IPv6 address in brackets. */
export function authorityOf(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Why a mount does not listen, in a sentence for who set the port. */
export function listenFault(setting: string, { host, port }: ListenAddress, cause: unknown): StartFault {
  const taken = cause instanceof Error && /EADDRINUSE/.test(cause.message);
  const authority = authorityOf(host, port);
  return taken
    ? new StartFault(`${setting}: ${authority} is taken by another process. Set ${setting} to a free port.`, { cause })
    : new StartFault(`${setting}: cannot listen on ${authority}: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      });
}
