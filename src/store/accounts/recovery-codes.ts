import type { Query, Statement } from "../connection/query.ts";

const REMOVE: Statement = { name: "remove-recovery-codes", text: "delete from recovery_code where account_id = $1" };

export async function removeRecoveryCodes(query: Query, accountId: string): Promise<void> {
  await query(REMOVE, [accountId]);
}

const INSERT: Statement = {
  name: "insert-recovery-codes",
  text: "insert into recovery_code (account_id, digest) select $1, unnest($2::bytea[])",
};

export async function replaceRecoveryCodes(
  query: Query,
  accountId: string,
  digests: readonly Uint8Array[],
): Promise<void> {
  await removeRecoveryCodes(query, accountId);
  await query(INSERT, [accountId, digests]);
}

const USE: Statement = {
  name: "use-recovery-code",
  text: `
    update recovery_code set used_at = clock_timestamp()
    where digest = $2 and account_id = $1 and used_at is null returning 1`,
};

/** Marks a recovery code as used; false if the account has no such unused code. */
export async function useRecoveryCode(query: Query, accountId: string, digest: Uint8Array): Promise<boolean> {
  return (await query(USE, [accountId, digest])).length > 0;
}
