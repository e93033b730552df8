import { RequestError } from "../../service/errors.ts";
import type { RevokeSubject } from "../../service/tokens/revoke-before.ts";
import type { DirectRevocation, revokeDirectly as revoke } from "../../service/tokens/revoke-directly.ts";
import { databaseUrl, onDatabase } from "../database.ts";
import { CliError } from "../errors.ts";
import { type Output, print, printValue } from "../output.ts";
import { requireMigrated } from "../require-migrated.ts";

/** The subject as `RevokeBefore` names it. */
type Subject =
  | { case: "clientId"; value: string }
  | { case: "merchantId"; value: string }
  | { case: "everything"; value: true };

/** `latchkey tokens revoke --direct`. @throws CliError */
export async function revokeDirectly(subject: Subject, { before, json }: Output & { before?: Date }): Promise<void> {
  const url = databaseUrl(process.env);
  await requireMigrated(url);
  const notBefore = before === undefined ? null : before.getTime() * 1_000;
  const revoked = await onDatabase(() => revokeOn(url, { subject: toSubject(subject), notBefore }));
  const time = new Date(revoked.notBefore / 1_000).toISOString();
  if (json === true) return printValue({ notBefore: time, epoch: revoked.epoch });
  print(`Revoked all tokens that were authorized until ${time}. Cores and API services clear their caches.`);
}

function toSubject(subject: Subject): RevokeSubject {
  if (subject.case === "clientId") return { kind: "app", clientId: subject.value };
  if (subject.case === "merchantId") return { kind: "merchant", merchantId: subject.value };
  return { kind: "everything" };
}

async function revokeOn(url: string, revocation: Parameters<typeof revoke>[1]): Promise<DirectRevocation> {
  const [{ createConnectionPools }, { revokeDirectly: revoke }] = await Promise.all([
    import("../../store/connection/pools.ts"),
    import("../../service/tokens/revoke-directly.ts"),
  ]);
  const pools = createConnectionPools({ url, size: 2, reserved: 1 });
  try {
    return await revoke(pools.ordinary, revocation);
  } catch (error) {
    throw error instanceof RequestError ? new CliError(error.message) : error;
  } finally {
    await pools.end();
  }
}
