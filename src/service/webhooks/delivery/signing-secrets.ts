import type { KeySet } from "../../../credential/derive.ts";
import { signWebhook } from "../../../credential/webhook-signature.ts";
import type { Log } from "../../../observe/log.ts";
import type { Query } from "../../../store/connection/query.ts";
import { readSecrets } from "../../../store/webhooks/secrets.ts";
import { sealContext } from "../issue-secret.ts";

/** The decrypted secrets of one endpoint, read again when the endpoint changes. */
export interface SigningSecrets {
  /** Reads the secrets, unless those in memory belong to this version of the endpoint. */
  refresh(query: Query, version: number): Promise<void>;
  /** The headers that sign a delivery. Null if no secret can be decrypted: receivers must not get an unsigned request. */
  headersOf(message: { id: string; payload: string; at: Date }): Record<string, string> | null;
}

interface SecretsOptions {
  endpointId: string;
  keys: Pick<KeySet, "open">;
  log: Log;
}

export function createSigningSecrets({ endpointId, keys, log }: SecretsOptions): SigningSecrets {
  let known: { version: number; secrets: Buffer[] } = { version: -1, secrets: [] };
  return {
    async refresh(query, version) {
      if (known.version === version) return;
      const rows = await readSecrets(query, endpointId);
      const secrets = rows.flatMap(({ id, keyId, sealed }) => keys.open(sealContext(id), { keyId, sealed }) ?? []);
      if (secrets.length < rows.length) {
        log.error({ endpointId }, "a webhook secret cannot be decrypted: TOKEN_KEY no longer contains its key");
      }
      // If a secret cannot be decrypted, the secrets are read again before the next attempt, because a reload of TOKEN_KEY can bring the
      // key back.
      known = { version: secrets.length < rows.length ? -1 : version, secrets };
    },
    headersOf({ id, payload, at }) {
      if (known.secrets.length === 0) return null;
      const timestamp = Math.floor(at.getTime() / 1000);
      return {
        "content-type": "application/json",
        "content-length": `${Buffer.byteLength(payload)}`,
        "user-agent": "Latchkey-Webhooks",
        "webhook-id": id,
        "webhook-timestamp": `${timestamp}`,
        "webhook-signature": signWebhook(known.secrets, { id, timestamp, payload }),
      };
    },
  };
}
