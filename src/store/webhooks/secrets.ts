import { micros, type Query, type Statement } from "../connection/query.ts";

/** A signing secret without its text. */
export interface WebhookSecretRow {
  id: string;
  endpointId: string;
  hint: string;
  /** Microseconds. */
  createdAt: number;
}

/** A signing secret, encrypted. */
export interface SealedWebhookSecret {
  id: string;
  keyId: string;
  sealed: Buffer;
}

const COLUMNS = `id, endpoint_id as "endpointId", hint, ${micros("created_at")} as "createdAt"`;

const LIST: Statement = {
  name: "list-webhook-secrets",
  text: `select ${COLUMNS} from webhook_secret where endpoint_id = any($1::uuid[]) order by id`,
};

/** The secrets of these endpoints, oldest first. */
export function listSecrets(query: Query, endpointIds: readonly string[]): Promise<WebhookSecretRow[]> {
  return query(LIST, [endpointIds]);
}

const FRESH: Statement = { name: "fresh-webhook-secret-id", text: "select uuidv7() as id" };

/** Creates the id of a new secret. The encryption of the secret is bound to this id. */
export async function newSecretId(query: Query): Promise<string> {
  const [row] = await query<{ id: string }>(FRESH, []);
  return row!.id;
}

const INSERT: Statement = {
  name: "insert-webhook-secret",
  text: `insert into webhook_secret (id, endpoint_id, key_id, sealed, hint) values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
};

export async function insertSecret(
  query: Query,
  secret: SealedWebhookSecret & { endpointId: string; hint: string },
): Promise<WebhookSecretRow> {
  const { id, endpointId, keyId, sealed, hint } = secret;
  const [row] = await query<WebhookSecretRow>(INSERT, [id, endpointId, keyId, sealed, hint]);
  return row!;
}

const DELETE: Statement = { name: "delete-webhook-secret", text: "delete from webhook_secret where id = $1" };

export async function deleteSecret(query: Query, id: string): Promise<void> {
  await query(DELETE, [id]);
}

const READ: Statement = {
  name: "read-webhook-secrets",
  text: `select id, key_id as "keyId", sealed from webhook_secret where endpoint_id = $1 order by id desc`,
};

/** The encrypted secrets of an endpoint, newest first. */
export function readSecrets(query: Query, endpointId: string): Promise<SealedWebhookSecret[]> {
  return query(READ, [endpointId]);
}

const OUTDATED: Statement = {
  name: "list-outdated-webhook-secrets",
  text: `select id, key_id as "keyId", sealed from webhook_secret where key_id <> $1 and id > $2 order by id limit 100 for update`,
};

/** Locks secrets with ids after `afterId` that were encrypted with another key than `keyId`. */
export function lockOutdatedSecrets(query: Query, keyId: string, afterId: string): Promise<SealedWebhookSecret[]> {
  return query(OUTDATED, [keyId, afterId]);
}

const RESEAL: Statement = {
  name: "reseal-webhook-secret",
  text: "update webhook_secret set key_id = $2, sealed = $3 where id = $1",
};

export async function resealSecret(query: Query, { id, keyId, sealed }: SealedWebhookSecret): Promise<void> {
  await query(RESEAL, [id, keyId, sealed]);
}
