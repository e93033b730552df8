import { experimental, ServerCredentials } from "@grpc/grpc-js";
import { type ListenerTls, readTls } from "../server-transport.ts";

type Listener<T> = (update: T | null) => void;
type Identity = experimental.IdentityCertificateUpdate;
type Authority = experimental.CaCertificateUpdate;

/** Credentials of the gRPC port. */
export interface ReloadableCredentials {
  credentials: ServerCredentials;
  /** Reads the PEM files again, for new connections. @throws for unreadable files */
  reload(): void;
}

/** @param tls null for plain text */
export function createCredentials(tls: ListenerTls | null): ReloadableCredentials {
  if (tls === null) return { credentials: ServerCredentials.createInsecure(), reload() {} };
  let current = readTls(tls);
  const identities = new Set<Listener<Identity>>();
  const authorities = new Set<Listener<Authority>>();
  const identity = (): Identity => ({ certificate: current.cert, privateKey: current.key });
  const authority = (): Authority | null => (current.clientCa === null ? null : { caCertificate: current.clientCa });
  const provider: experimental.CertificateProvider = {
    // grpc-js adds this listener before the server that watches it, so an update at once would be lost.
    addIdentityCertificateListener(listener) {
      identities.add(listener);
      process.nextTick(() => listener(identity()));
    },
    removeIdentityCertificateListener: (listener) => void identities.delete(listener),
    addCaCertificateListener(listener) {
      authorities.add(listener);
      process.nextTick(() => listener(authority()));
    },
    removeCaCertificateListener: (listener) => void authorities.delete(listener),
  };
  const hasAuthority = tls.clientCaFile !== null;
  return {
    // The type declaration swaps the names of the first two parameters.
    credentials: experimental.createCertificateProviderServerCredentials(
      provider,
      hasAuthority ? provider : null,
      hasAuthority,
    ),
    reload() {
      current = readTls(tls);
      for (const listener of authorities) listener(authority());
      for (const listener of identities) listener(identity());
    },
  };
}
