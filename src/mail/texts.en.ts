import type { SecondFactorChange } from "../model/mail.ts";
import { deviceText, type MailTexts, networkText, timeText } from "./mail-text.ts";
import { reasonFacts } from "./review-reasons.ts";

/** The subject and the effect of each change. */
const SECOND_FACTOR: Record<SecondFactorChange, (platform: string) => readonly [subject: string, effect: string]> = {
  passkey_added: (platform) => [
    `A passkey was added to your ${platform} account`,
    `A new passkey can now sign in to your ${platform} account.`,
  ],
  passkey_removed: (platform) => [
    `A passkey of your ${platform} account was removed`,
    `This passkey can no longer sign in to your ${platform} account.`,
  ],
  authenticator_added: (platform) => [
    `An authenticator app was added to your ${platform} account`,
    `Codes of a new authenticator app now complete a sign-in to your ${platform} account.`,
  ],
  authenticator_removed: (platform) => [
    `The authenticator app of your ${platform} account was removed`,
    `Your ${platform} account no longer accepts codes of the authenticator app.`,
  ],
  authenticator_replaced: (platform) => [
    `The authenticator app of your ${platform} account was moved`,
    `Your ${platform} account now uses an authenticator app on another phone. Codes of the previous app no longer work. Your recovery codes stay valid.`,
  ],
  recovery_codes_replaced: (platform) => [
    `The recovery codes of your ${platform} account were replaced`,
    `Your ${platform} account has new recovery codes. Earlier codes no longer work.`,
  ],
  reset: (platform) => [
    `Two-step verification of your ${platform} account was reset`,
    `${platform} removed the passkeys, the authenticator app and the recovery codes of your account and signed it out on all devices. The password alone now signs in.`,
  ],
};

/** Texts of the mails. */
export const en: MailTexts = {
  invitation: ({ url, merchantName, days }, platform) => ({
    subject: merchantName === null ? `Your invitation to ${platform}` : `Your invitation to ${merchantName}`,
    paragraphs: [
      merchantName === null
        ? `You are invited to create an account on ${platform}.`
        : `You are invited to join ${merchantName} on ${platform}.`,
    ],
    action: { label: "Accept invitation", url },
    after: [
      `The link works once and expires after ${days} days.`,
      "If you did not expect this invitation, ignore this e-mail. Without the link, nothing happens.",
    ],
  }),
  verify_email: ({ url, hours }, platform) => ({
    subject: `Verify your e-mail address for ${platform}`,
    paragraphs: [`Verify that this e-mail address belongs to your ${platform} account.`],
    action: { label: "Verify e-mail address", url },
    after: [
      `The link works once and expires after ${hours} hours.`,
      "If you have no such account, ignore this e-mail.",
    ],
  }),
  change_email: ({ url, hours }, platform) => ({
    subject: `Confirm your new e-mail address for ${platform}`,
    paragraphs: [
      `A ${platform} account asks to use this e-mail address for sign-in. The address changes when you confirm it.`,
    ],
    action: { label: "Confirm e-mail address", url },
    after: [
      `The link works once and expires after ${hours} hours.`,
      "If you did not ask for this, ignore this e-mail.",
    ],
  }),
  email_changed: ({ newEmail }, platform, support) => ({
    subject: `The e-mail address of your ${platform} account was changed`,
    paragraphs: [
      `Your ${platform} account now uses another e-mail address for sign-in. This address is no longer used.`,
      `If you did not change it, contact ${platform} at once.`,
    ],
    facts: [["New address", newEmail], ...(support === null ? [] : [["Help", support] as const])],
  }),
  password_reset: ({ url, minutes }, platform) => ({
    subject: `Reset your ${platform} password`,
    paragraphs: ["Use this link to set a new password. It also signs your account out on all devices."],
    action: { label: "Set a new password", url },
    after: [
      `The link works once and expires after ${minutes} minutes.`,
      "If you did not ask for it, ignore this e-mail. Your password stays the same.",
    ],
  }),
  password_changed: ({ url }, platform) => ({
    subject: `Your ${platform} password was changed`,
    paragraphs: [
      `The password of your ${platform} account was changed, and it was signed out on all other devices.`,
      "If you did not change it, reset your password now.",
    ],
    action: { label: "Reset password", url },
  }),
  second_factor_changed: ({ change, passkey, url }, platform, support) => {
    const [subject, effect] = SECOND_FACTOR[change](platform);
    return {
      subject,
      paragraphs: [effect, `If this was not you, change your password now, and contact ${platform}.`],
      facts: [
        ...(passkey === null ? [] : [["Passkey", passkey] as const]),
        ...(support === null ? [] : [["Help", support] as const]),
      ],
      action: { label: "Check your security", url },
    };
  },
  account_closed: (_content, platform, support) => ({
    subject: `Your ${platform} account is closed`,
    paragraphs: [
      `Your ${platform} account was closed, and its sign-in, e-mail address and memberships were deleted. This cannot be undone.`,
      `Apps that you connected to a shop keep their access. If you did not close the account, contact ${platform} at once.`,
    ],
    facts: support === null ? [] : [["Help", support]],
  }),
  member_removed: ({ merchantName }, platform) => ({
    subject: `You were removed from ${merchantName}`,
    paragraphs: [
      `You are no longer a member of ${merchantName} on ${platform}, and no longer see its apps and members.`,
      `Apps that you connected to ${merchantName} keep their access. If you want to return, ask an owner of the shop for an invitation.`,
    ],
  }),
  new_sign_in: ({ address, device, at, url }, platform) => ({
    subject: `New sign-in to your ${platform} account`,
    paragraphs: [
      "Your account was used to sign in on a new device or network.",
      "If this was you, you do not need to do anything. If not, change your password now.",
    ],
    facts: [
      ...(device === "" ? [] : [["Device", deviceText(device, "on")] as const]),
      ...(address === "" ? [] : [["IP address", networkText(address)] as const]),
      ["Time", timeText("en-GB", at)],
    ],
    action: { label: "Check your security", url },
  }),
  app_approved: ({ appName, url, reason, refusedScopes = [] }) => ({
    subject: `${appName} is approved`,
    paragraphs: [
      `${appName} passed its review. Merchants can install this revision.`,
      ...(refusedScopes.length === 0
        ? []
        : ["These restricted scopes are not allowed. Requests for them are refused."]),
    ],
    facts: refusedScopes.map((name) => ["Not allowed", name] as const),
    quote: reason,
    action: { label: "Open the app", url },
  }),
  app_changes_requested: ({ appName, url, reason, reasonCode }) => ({
    subject: `${appName}: changes requested`,
    paragraphs: [`The review of ${appName} asks for changes. Make them, and submit the app again.`],
    facts: reasonFacts("en", reasonCode),
    quote: reason,
    action: { label: "Open the app", url },
  }),
  app_rejected: ({ appName, url, reason, reasonCode }) => ({
    subject: `${appName} is rejected`,
    paragraphs: [`${appName} did not pass its review.`],
    facts: reasonFacts("en", reasonCode),
    quote: reason,
    action: { label: "Open the app", url },
  }),
  app_suspended: ({ appName, url, reason }, _platform, support) => ({
    subject: `${appName} is suspended`,
    paragraphs: [
      `${appName} is suspended. Its tokens do not work until it is resumed, and no merchant can connect it. Nothing is deleted.`,
    ],
    quote: reason,
    facts: support === null ? [] : [["Help", support]],
    action: { label: "Open the app", url },
  }),
  app_resumed: ({ appName, url }) => ({
    subject: `${appName} is no longer suspended`,
    paragraphs: [`${appName} is active again. Its tokens work as before, and merchants can connect it.`],
    action: { label: "Open the app", url },
  }),
  reuse_detected: ({ appName, url }) => ({
    subject: `${appName}: a refresh token was used twice`,
    paragraphs: [
      `${appName} used a refresh token that it had already exchanged. The tokens of that installation are revoked, because a copy may be in other hands.`,
      "The merchant must connect the app again. Check that your app stores each new refresh token before it uses it, and that its tokens are not exposed.",
      "You get this e-mail at most once a day for each app.",
    ],
    action: { label: "Open the app", url },
  }),
  secret_expiring: ({ appName, url }) => ({
    subject: `${appName}: a client secret expires soon`,
    paragraphs: [
      `A client secret of ${appName} expires within 14 days. Make sure that the app uses another one by then.`,
    ],
    action: { label: "Manage secrets", url },
  }),
  webhook_disabled: ({ appName, url }) => ({
    subject: `${appName}: a webhook endpoint is disabled`,
    paragraphs: [
      `A webhook endpoint of ${appName} is disabled, because it answered 410 or because every delivery of the last days failed.`,
      "Repair the endpoint, enable it again, and replay the events that it missed.",
    ],
    action: { label: "Open the app", url },
  }),
};
