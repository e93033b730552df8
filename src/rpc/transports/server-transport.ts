import { readFileSync } from "node:fs";
import type { Dispatcher } from "./dispatcher.ts";

export interface ServerTransportOptions {
  dispatcher: Dispatcher;
  address: ListenAddress;
  /** Whether the process can serve: the database is reachable and its schema version fits. */
  isReady: () => Promise<boolean>;
  /** Aborted before the process stops: load balancers and clients move to another replica. */
  draining?: AbortSignal;
}

export interface ServerTransport {
  /** The bound port. */
  port: number;
  /** Reads the certificates again, for new connections. @throws for unreadable files */
  reloadTls(): void;
  /** Stops accepting calls, waits up to `graceMs` for pending calls, then closes their connections. */
  stop(graceMs: number): Promise<void>;
}

/** Paths of PEM files. */
export interface ListenerTls {
  certFile: string;
  keyFile: string;
  /** If set, clients must present a certificate of this CA. */
  clientCaFile: string | null;
}

/** The listen address of a transport. Port 0 selects a free port. */
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

/** Reads the PEM files of a listener. */
export function readTls({ certFile, keyFile, clientCaFile }: ListenerTls): TlsMaterial {
  return {
    cert: readFileSync(certFile),
    key: readFileSync(keyFile),
    clientCa: clientCaFile === null ? null : readFileSync(clientCaFile),
  };
}
