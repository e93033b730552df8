/** The reason codes that the console offers, in this order. The core also accepts other codes. */
export const REASON_CODES = {
  review: ["INCOMPLETE", "REDIRECT_URI", "SCOPES", "SCOPE_REASONS", "PURPOSE", "LOGO", "WEBSITE", "POLICY", "OTHER"],
  suspension: ["SECURITY", "ABUSE", "POLICY", "UNREACHABLE", "REQUEST", "PAYMENT", "OTHER"],
  merchantSuspension: ["SECURITY", "ABUSE", "POLICY", "REQUEST", "PAYMENT", "OTHER"],
  accountSuspension: ["SECURITY", "ABUSE", "POLICY", "REQUEST", "OTHER"],
} as const;

/** The subject of a reason: the decision of a review, or the suspension of an app or an installation, of a merchant, or of an account. */
export type ReasonKind = keyof typeof REASON_CODES;

/** The texts of all reason codes of a kind. */
export type ReasonNames<Kind extends ReasonKind> = Record<(typeof REASON_CODES)[Kind][number], string>;
