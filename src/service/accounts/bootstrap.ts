import { findPasswordError, hashPassword } from "../../credential/password.ts";
import { createSecret } from "../../credential/secret.ts";
import { createTokenFormat } from "../../credential/token.ts";
import { Account } from "../../model/account.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import { DAY, expiryAfter, LIFETIMES } from "../../oauth/lifetimes.ts";
import { verifyEmail } from "../../store/accounts/accounts.ts";
import { insertServiceKey, newServiceKeyId } from "../../store/accounts/service-keys.ts";
import { lockUntilCommit } from "../../store/connection/advisory-locks.ts";
import type { Management, ManagementTransaction } from "../../store/connection/management.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Call, PERMISSIONS, type Permission } from "../call.ts";
import { RequestError } from "../errors.ts";
import { mapEmailConflict } from "./conflict.ts";
import { findEmailError, findNameError, requireValid, toEmail } from "./fields.ts";

export interface BootstrapRequest {
  email: string;
  /** The operator's name. */
  name: string;
  /** Null: a password is generated. */
  password: string | null;
  keyName: string;
  /** Default: all permissions except `web:act`, which only a gateway needs. */
  permissions?: readonly Permission[];
  /** Days until the key expires; default 90. */
  keyDays?: number;
  /** True also creates a gateway key. The first service key could not create one, because it lacks `web:act`. */
  gatewayKey?: boolean;
}

const LONGEST_DAYS = 3650;
const PLATFORM_PERMISSIONS = PERMISSIONS.filter((permission) => permission !== "web:act");
const GATEWAY_PERMISSIONS: readonly Permission[] = ["tokens:forward", "web:act"];

export interface Bootstrapped {
  accountId: string;
  email: string;
  /** Returned only once. */
  password: string;
  /** The service key, returned only once. */
  serviceKey: string;
  /** Microseconds. */
  serviceKeyExpiresAt: number;
  /** The gateway key, returned only once; null unless requested. It does not expire, so that the pages stay available. */
  gatewayKey: string | null;
}

const CALL: Call = {
  caller: { kind: "key", keyId: null, name: "bootstrap", permissions: new Set(PERMISSIONS) },
  actor: null,
  address: null,
  requestId: "bootstrap",
};

/** Creates the first operator and service key of an empty database. @throws RequestError OPERATOR_EXISTS */
export async function bootstrap(
  deps: { management: Management; tokenPrefix?: string },
  request: BootstrapRequest,
): Promise<Bootstrapped> {
  const password = request.password ?? Buffer.from(createSecret().subarray(0, 15)).toString("base64url");
  const { name, keyName, permissions = PLATFORM_PERMISSIONS, keyDays = LIFETIMES.bootstrapKey / DAY } = request;
  requireValid({
    email: findEmailError(request.email),
    name: findNameError(name),
    password: findPasswordError(password),
    key_name: findNameError(keyName),
    key_days: keyDays >= 1 && keyDays <= LONGEST_DAYS ? null : `The key must expire within ${LONGEST_DAYS} days.`,
  });
  const email = toEmail(request.email);
  const passwordHash = await hashPassword(password);
  const created = deps.management.transactional(async (tx) => {
    // A concurrent bootstrap waits here and then finds the operator.
    await lockUntilCommit(tx.query, "bootstrap");
    if ((await tx.em.count(Account, { operator: true })) > 0) throw operatorExists();
    const operator = tx.em.create(Account, { email, name, passwordHash, operator: true });
    await tx.em.flush();
    await verifyEmail(tx.query, operator.id);
    const createKey = (key: FirstKey) => insertKey(tx, { ...key, createdBy: operator.id }, deps.tokenPrefix);
    const first = await createKey({ name: keyName, permissions, days: keyDays });
    const gateway = request.gatewayKey
      ? await createKey({ name: "gateway", permissions: GATEWAY_PERMISSIONS, days: null })
      : null;
    const detail: AuditDetail = { service_key_id: first.id, permissions, gateway_key_id: gateway?.id };
    recordAudit(tx, CALL, { action: "platform.bootstrap", accountId: operator.id, detail });
    return {
      accountId: operator.id,
      email,
      password,
      serviceKey: first.text,
      serviceKeyExpiresAt: first.expiresAt!,
      gatewayKey: gateway?.text ?? null,
    };
  });
  return mapEmailConflict(created);
}

interface FirstKey {
  name: string;
  permissions: readonly Permission[];
  /** Null: it does not expire. */
  days: number | null;
}

async function insertKey(
  tx: ManagementTransaction,
  { name, permissions, days, createdBy }: FirstKey & { createdBy: string },
  tokenPrefix: string | undefined,
) {
  const { id, now } = await newServiceKeyId(tx.query);
  const { text, digest } = createTokenFormat(tokenPrefix).create("sk", id);
  const expiresAt = days === null ? null : expiryAfter(now, days * DAY);
  const key = { id, digest, hint: text.slice(-4), name, permissions, expiresAt };
  await insertServiceKey(tx.query, { ...key, createdBy, creatorName: CALL.caller.name });
  return { id, text, expiresAt };
}

function operatorExists(): RequestError {
  return new RequestError(
    "failed_precondition",
    "OPERATOR_EXISTS",
    "There is an operator already. Create further accounts and keys with their session or with a service key.",
  );
}
