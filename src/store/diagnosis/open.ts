import type { TLSSocket } from "node:tls";
import { DatabaseClient } from "../connection/client.ts";
import type { Query } from "../connection/query.ts";
import { requireVersion, toSetupError } from "../connection/setup-error.ts";

const TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** A connection that examines a database and changes nothing in it. */
export interface Diagnosis {
  query: Query;
  /** When the server's certificate expires, in milliseconds since 1970; null without TLS. */
  certificateExpiresAt: number | null;
  /** True if a notification sent on this connection arrives at `listener` within `withinMs` milliseconds. */
  notifies(listener: Diagnosis, withinMs: number): Promise<boolean>;
  /** Calls `onNotification` for each notification of the channel. */
  listen(channel: string, onNotification: () => void): Promise<void>;
  end(): Promise<void>;
}

/** Connects to the primary of a database URL. @throws StartupError for an unusable server; errors of the driver */
export async function openDiagnosis(url: string): Promise<Diagnosis> {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: "latchkey doctor",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  try {
    await client.connect();
    const { rows } = await client.query("show server_version_num");
    requireVersion(Number(rows[0].server_version_num));
  } catch (error) {
    await client.end().catch(() => {});
    throw toSetupError(error) ?? error;
  }
  const query: Query = async ({ name, text }, values) =>
    (await client.query({ name, text, values: [...values] })).rows as never;
  return {
    query,
    certificateExpiresAt: expiryOf(client),
    async notifies(listener, withinMs) {
      const channel = `latchkey_doctor_${crypto.randomUUID().slice(0, 8)}`;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      await listener.listen(channel, () => resolve(true));
      await client.query("select pg_notify($1, '')", [channel]);
      const timer = setTimeout(() => resolve(false), withinMs);
      return promise.finally(() => clearTimeout(timer));
    },
    async listen(channel, onNotification) {
      client.on("notification", (notification) => {
        if (notification.channel === channel) onNotification();
      });
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    },
    end: () => client.end().catch(() => {}),
  };
}

function expiryOf(client: DatabaseClient): number | null {
  const { stream } = (client as unknown as { connection: { stream: Partial<TLSSocket> } }).connection;
  const certificate = stream.getPeerCertificate?.();
  return certificate?.valid_to === undefined ? null : Date.parse(certificate.valid_to);
}
