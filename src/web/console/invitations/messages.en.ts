import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of the invitations. */
export const en = {
  title: "Invitations",
  search: "E-mail",
  merchantSearch: "Merchant (name or ID)",
  none: "No open invitations.",
  email: "Invited",
  offer: "Role",
  account: "an account",
  state: "State",
  states: { open: "Open", accepted: "Accepted", revoked: "Revoked", expired: "Expired", declined: "Declined" },
  by: "Created by",
  createdAt: "Created",
  titleFor: (email: string) => `Invitation for ${email}`,
  expires: "Expires",
  end: "Revoke",
  revoke: "Revoke",
  revokeOf: (email: string) => `Revoke the invitation for ${email}`,
  revokeEffect: "The link stops working. You can invite again.",
  again: "Invite again",
  againOf: (email: string) => `Invite again: ${email}`,
  done: "Invitation revoked. Its link no longer works.",
  choose: (email: string) => `Select the invitation for ${email}`,
  cancel: "Cancel",
  several: {
    all: "Select all open invitations on this page",
    submit: "Revoke selected",
    missing: "Select at least one open invitation.",
    title: (count: number) => plural(count, { one: "Revoke 1 invitation?", other: "Revoke # invitations?" }),
    effect: "Their links stop working immediately. To invite these people again, create new invitations.",
    confirm: (count: number) => plural(count, { one: "Revoke 1 invitation", other: "Revoke # invitations" }),
    done: (count: number) => plural(count, { one: "1 invitation revoked", other: "# invitations revoked" }),
    kept: "Not revoked",
    accepted: "It was accepted in the meantime.",
    ended: "It had expired or was declined.",
  },
  created: {
    title: "Invitation created",
    lead: (email: string) => `Send this link to ${email}. It is shown only once.`,
    mailed: (email: string) =>
      `The invitation was sent to ${email}. You can also share this link yourself. It is shown only once.`,
    link: "Invitation link",
    until: "It works once and expires after 7 days. You can revoke it in the list of invitations.",
    alreadyShown: "The link was shown once. If it was lost, revoke the invitation in the list and create another.",
    ended: "The link of this invitation no longer works.",
    back: "View invitations",
  },
};
