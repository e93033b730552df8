/** The languages of mails; the same as those of the pages. */
export const MAIL_LANGUAGES = ["en", "de"] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** A decision about an app that its developer gets by mail. */
export type DecisionKind = "app_approved" | "app_changes_requested" | "app_rejected" | "app_suspended" | "app_resumed";

/** A warning about an app that its developer gets by mail. */
export type AppWarningKind = "reuse_detected" | "secret_expiring" | "webhook_disabled";

/** A change of the second factors of an account. `reset`: the platform removed all of them. */
export type SecondFactorChange =
  | "passkey_added"
  | "passkey_removed"
  | "authenticator_added"
  | "authenticator_removed"
  | "authenticator_replaced"
  | "recovery_codes_replaced"
  | "reset";

/** The content of a mail, without its language. URLs are absolute. A link with a token is the only secret. */
export type MailContent =
  | { kind: "invitation"; url: string; merchantName: string | null; days: number }
  | { kind: "verify_email"; url: string; hours: number }
  | { kind: "change_email"; url: string; hours: number }
  | { kind: "email_changed"; newEmail: string }
  | { kind: "password_reset"; url: string; minutes: number }
  | { kind: "password_changed"; url: string }
  | {
      kind: "second_factor_changed";
      change: SecondFactorChange;
      /** The name of the passkey of the change; null for another change. */
      passkey: string | null;
      url: string;
    }
  | { kind: "account_closed" }
  | { kind: "member_removed"; merchantName: string }
  | { kind: "new_sign_in"; address: string; device: string; at: string; url: string }
  | {
      kind: DecisionKind;
      appName: string;
      url: string;
      reason: string | null;
      /** The code of the reason of a review. Absent in jobs of earlier versions. */
      reasonCode?: string | null;
      /** The restricted scopes that an approval left out. Absent in jobs of earlier versions. */
      refusedScopes?: string[];
    }
  | { kind: AppWarningKind; appName: string; url: string };

export type MailKind = MailContent["kind"];

/** The kinds of jobs that send mails. */
export const MAIL_JOBS = ["mail", "invitation_mail", "account_link"] as const;
