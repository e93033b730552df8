/** Texts of the account page. */
export const en = {
  title: "Your account",
  security: "Devices and sign-in security",
  name: "Name",
  nameSubmit: "Change name",
  nameInvalid: "Enter a name of 1 to 200 characters.",
  nameInUse: "This name is part of the review of your apps. Ask the platform to change it.",
  nameExternal: "The platform's login determines your name. Change it there.",
  nameChanged: "Your name was changed.",
  password: "Change your password",
  passwordHint: "All other sessions will be signed out.",
  noPassword: "Your account has no password.",
  unverified:
    "Your e-mail address is not verified yet. Ask the platform to verify it or to invite you. Until then you cannot get new roles or submit apps. If another person accepts an invitation to this address, the address moves to their account.",
  unverifiedByMail:
    "Your e-mail address is not verified yet. Open the link that we sent to it, or send a new one. Until then you cannot get new roles or submit apps.",
  sendLink: "Send a new link",
  linkSent: "A link is on its way. Open it within 24 hours, in this browser.",
  email: "Change your e-mail address",
  emailHint: "We send a link to the new address. Your address changes when you open the link and confirm.",
  newEmail: "New e-mail address",
  emailSubmit: "Send link",
  emailChanged: "Your e-mail address is verified.",
  lostEmail:
    "This account no longer has an e-mail address: the address was verified for another account. You cannot sign in to this account again after this session ends. To continue, sign up with an address of your own.",
  current: "Current password",
  newPassword: "New password",
  submit: "Change password",
  changed: "Your password was changed. All other sessions were signed out.",
  wrongPassword: "This is not your current password.",
};
