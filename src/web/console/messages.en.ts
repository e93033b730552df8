import { en as accounts } from "./accounts/messages.en.ts";
import { en as apps } from "./apps/messages.en.ts";
import { en as audit } from "./audit/messages.en.ts";
import { en as installations } from "./installations/messages.en.ts";
import { en as invitations } from "./invitations/messages.en.ts";
import { en as merchants } from "./merchants/messages.en.ts";
import { en as queue } from "./queue/messages.en.ts";
import { en as scopes } from "./scopes/messages.en.ts";
import { en as keys } from "./service-keys/messages.en.ts";
import { en as tokens } from "./tokens/messages.en.ts";

/** Texts of the operator console. */
export const en = {
  title: "Console",
  navigation: "Console",
  sections: {
    queue: "Review",
    apps: "Apps",
    scopes: "Scopes",
    merchants: "Merchants",
    accounts: "Accounts",
    invitations: "Invitations",
    installations: "Installations",
    keys: "Service keys",
    audit: "Audit trail",
    tokens: "End tokens",
  },
  refused: {
    heading: "This was not done.",
    stale: "The page has changed since you opened it. Below is how it stands now; please look again before you decide.",
    reasons: {
      STATE: "The app is in another state by now, which does not allow this step.",
      REVISION_CHANGED:
        "The developer has sent another revision since you opened this page. Read it before you decide.",
      OWN_APP: "Nobody reviews their own app. Ask another operator.",
      OWN_ACCOUNT: "You cannot do this to the account that you are signed in with.",
      LAST_OWNER: "A merchant keeps its last owner. Name another owner first.",
      TEST_MERCHANT: "A test merchant has its developer for its only member.",
      MERCHANT_CLOSED: "This merchant is closed for good.",
      MERCHANT_EXISTS: "There is, or was, a merchant with this id. Ids are never used again.",
      EMAIL_TAKEN: "There is an account with this e-mail address.",
      NOT_INSTALLED: "The app is not installed there any more.",
      SUSPENDED_BY_ANOTHER: "Another side suspended it, and only that side can resume it.",
      ACCOUNT_NOT_FOUND: "There is no account with this e-mail address or id.",
      NOT_BEFORE_FUTURE: "The moment must not lie in the future.",
      INVITATION_USED: "The invitation has been taken up already.",
      EXTERNAL_ACCOUNT: "The platform's own login decides whether this account is an operator.",
      INVALID: "Something in the form does not fit.",
    } as Record<string, string>,
    fields: {
      reason_code: "Choose a reason.",
      reason_text: "Say in words why (at most 2,000 characters).",
      name: "Enter a name that fits the hint.",
      title: "Enter a title of 1 to 100 characters.",
      description: "Use at most 500 characters.",
      email: "Enter an e-mail address such as name@example.com.",
      owner_email: "Enter the e-mail address of an account that exists.",
      merchant_id: "Use 1 to 64 letters, digits, dots, underscores or hyphens.",
      role: "Choose a role.",
      permissions: "Choose at least one right; beside web:act only tokens:forward.",
      expires_at: "The key must end in the future.",
      restricted_scopes_allowed: "Choose among the restricted scopes that the app asks for.",
      confirm: "Confirm that you mean it.",
    } as Record<string, string>,
  },
  sensitivities: { normal: "Normal", sensitive: "Sensitive", restricted: "Restricted" },
  queue,
  apps,
  scopes,
  merchants,
  accounts,
  invitations,
  installations,
  keys,
  audit,
  tokens,
};
