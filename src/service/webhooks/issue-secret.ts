import { createSigningSecret } from "../../credential/webhook-signature.ts";
import type { Query } from "../../store/connection/query.ts";
import { insertSecret, newSecretId, type WebhookSecretRow } from "../../store/webhooks/secrets.ts";
import type { WebhookDependencies } from "./dependencies.ts";

export interface IssuedWebhookSecret {
  entry: WebhookSecretRow;
  /** `whsec_` and base64; stored only encrypted. */
  text: string;
}

const HINT_LENGTH = 4;

/** The context that binds an encrypted secret to its row. */
export function sealContext(secretId: string): string {
  return `webhook-secret/${secretId}`;
}

/** Creates a secret in the transaction that has locked the endpoint. */
export async function issueSecret(
  { keys }: Pick<WebhookDependencies, "keys">,
  query: Query,
  endpointId: string,
): Promise<IssuedWebhookSecret> {
  const id = await newSecretId(query);
  const { bytes, text } = createSigningSecret();
  const { keyId, sealed } = keys.seal(sealContext(id), bytes);
  // Removes the padding of base64 before the last characters are taken.
  const hint = text.replace(/=+$/, "").slice(-HINT_LENGTH);
  return { entry: await insertSecret(query, { id, endpointId, keyId, sealed, hint }), text };
}
