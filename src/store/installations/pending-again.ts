/**
 * SQL: true if an uninstalled app is allowed again and has not exchanged its code, as far as the installation `i` shows. Each uninstall
 * revokes the earlier codes by `not_before`.
 */
export const PENDING_AGAIN = `(i.state = 'UNINSTALLED' and coalesce(i.pending_since > i.not_before, false))`;
