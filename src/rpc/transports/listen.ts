import { readFileSync } from "node:fs";

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
