/**
 * SQL: the columns of the installation `i` after a revocation, in a `set`.
 * @param left SQL for the expiry of the tokens that are left; null for none
 */
export function endsAt(left: string): string {
  return `(tokens_expire_at, tokens_revoked_at) = (
        select coalesce(t.expires_at, t.now), case when t.expires_at is null then t.now else i.tokens_revoked_at end
        from (select ${left} as expires_at, clock_timestamp() as now offset 0) t)`;
}
