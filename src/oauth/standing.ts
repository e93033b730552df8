/**
 * How a merchant, an account or an installation stands: `suspended` can be undone by resume, `ended` (closed, uninstalled) is final.
 */
export type Standing = "good" | "suspended" | "ended";

/** The `not_before` marks that may lie on a family: microseconds of the database's clock, null where none was ever set. */
export interface Marks {
  installation: number | null;
  app: number | null;
  merchant: number | null;
  everything: number | null;
}

/**
 * True if a mark lies at or after `authorizedAt`, the moment (microseconds, database clock) at which the family's code was issued.
 * Marks are held against the family's birth and not the token's, so a refresh that races a mark cannot slip past it.
 */
export function isMarked(authorizedAt: number, marks: Marks): boolean {
  const moments = [marks.installation, marks.app, marks.merchant, marks.everything];
  return moments.some((moment) => moment !== null && moment >= authorizedAt);
}
