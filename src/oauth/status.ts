/** A merchant's state: SUSPENDED can be undone by resume, CLOSED is final. */
export type MerchantState = "ACTIVE" | "SUSPENDED" | "CLOSED";

/** An installation's state: PENDING until its first code is exchanged, ENDED by an uninstall until its next. */
export type InstallationState = "PENDING" | "ACTIVE" | "SUSPENDED" | "UNINSTALLED";

/** An account's state. */
export type AccountState = "ACTIVE" | "SUSPENDED";

/** The `not_before` marks that may lie on a family: microseconds of the database's clock, null where none was ever set. */
export interface Marks {
  /** Set by each uninstall, kept over a re-install. */
  installation: number | null;
  app: number | null;
  merchant: number | null;
  everything: number | null;
}

/** True if `mark` ends what was authorized at `authorizedAt`; both in microseconds of the database's clock. */
export function endsAt(mark: number | null, authorizedAt: number): boolean {
  return mark !== null && mark >= authorizedAt;
}

/**
 * True if any mark lies at or after `authorizedAt`, the moment (microseconds, database clock) at which the family's code was issued.
 * Marks are held against the family's birth and not the token's, so a refresh that races a mark cannot slip past it.
 */
export function isMarked(authorizedAt: number, marks: Marks): boolean {
  return [marks.installation, marks.app, marks.merchant, marks.everything].some((mark) => endsAt(mark, authorizedAt));
}
