/**
 * The not-before marks that apply to a family: each revokes what was authorized at or before its time. In microseconds of the database's
 * clock; null if never set.
 */
export interface Marks {
  /** Set by each uninstall; a re-install keeps it. */
  installation: number | null;
  app: number | null;
  merchant: number | null;
  everything: number | null;
}

/** True if `mark` revokes an authorization of `authorizedAt`; both in microseconds of the database's clock. */
export function endsAt(mark: number | null, authorizedAt: number): boolean {
  return mark !== null && mark >= authorizedAt;
}

/**
 * True if any mark revokes a family whose code was issued at `authorizedAt`. Marks compare with the code's time, not the
 * token's, so that a refresh racing a mark cannot escape it.
 */
export function isMarked(authorizedAt: number, marks: Marks): boolean {
  return [marks.installation, marks.app, marks.merchant, marks.everything].some((mark) => endsAt(mark, authorizedAt));
}
