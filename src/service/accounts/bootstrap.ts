import { hashPassword } from "../../credential/password.ts";
import { createSecret } from "../../credential/secret.ts";
import { createTokenFormat } from "../../credential/token.ts";
import { Account } from "../../model/account.ts";
import { lockBootstrap } from "../../store/accounts.ts";
import type { Management } from "../../store/management.ts";
import { insertServiceKey, newServiceKeyId } from "../../store/service-keys.ts";
import { recordAudit } from "../audit/record.ts";
import { type Call, RIGHTS, type Right } from "../call.ts";
import { Refusal } from "../errors.ts";
import { findEmailFault, findNameFault, findPasswordFault, refuseFaults, toEmail } from "./fields.ts";
import { refuseTakenEmail } from "./taken.ts";

export interface BootstrapRequest {
  email: string;
  /** The operator's name. */
  name: string;
  /** Null: one is made. */
  password: string | null;
  keyName: string;
  /** Default: all, `web:act` among them, for by this key the others are made, a gateway's too. */
  rights?: readonly Right[];
}

export interface Bootstrapped {
  accountId: string;
  email: string;
  /** As given or made; shown once. */
  password: string;
  /** The service key itself, shown once. */
  serviceKey: string;
}

const CALL: Call = {
  caller: { kind: "key", keyId: null, name: "bootstrap", rights: new Set(RIGHTS) },
  actor: null,
  address: null,
  requestId: "bootstrap",
};

/** Makes the first operator and the first service key (by TOKEN_PREFIX) of an empty installation. Refused as soon as there is an operator. */
export async function bootstrap(
  deps: { management: Management; tokenPrefix?: string },
  request: BootstrapRequest,
): Promise<Bootstrapped> {
  const password = request.password ?? Buffer.from(createSecret().subarray(0, 15)).toString("base64url");
  const { name, keyName, rights = RIGHTS } = request;
  refuseFaults({
    email: findEmailFault(request.email),
    name: findNameFault(name),
    password: findPasswordFault(password),
    key_name: findNameFault(keyName),
  });
  const email = toEmail(request.email);
  const passwordHash = await hashPassword(password);
  const making = deps.management.transactional(async (tx) => {
    // Two at once: the second waits here and then finds the first one's operator.
    await lockBootstrap(tx.query);
    if ((await tx.em.count(Account, { operator: true })) > 0) throw operatorExists();
    const operator = tx.em.create(Account, { email, name, passwordHash, operator: true });
    await tx.em.flush();
    const { id } = await newServiceKeyId(tx.query);
    const { text, digest } = createTokenFormat(deps.tokenPrefix).create("sk", id);
    const key = { id, digest, hint: text.slice(-4), name: keyName, rights, expiresAt: null };
    await insertServiceKey(tx.query, { ...key, createdBy: null, creatorName: CALL.caller.name });
    const detail = { service_key_id: id, rights };
    recordAudit(tx, CALL, { action: "platform.bootstrap", accountId: operator.id, detail });
    return { accountId: operator.id, email, password, serviceKey: text };
  });
  return refuseTakenEmail(making);
}

function operatorExists(): Refusal {
  return new Refusal(
    "failed_precondition",
    "OPERATOR_EXISTS",
    "There is an operator already. Make further accounts and keys with their session or with a service key.",
  );
}
