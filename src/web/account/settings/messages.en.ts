/** Texts of the account page. */
export const en = {
  title: "Your account",
  password: "Change your password",
  passwordHint: "Other browsers that are signed in will be signed out.",
  noPassword: "You sign in without a password here.",
  unverified:
    "Nobody has verified yet that this e-mail address is yours. Ask the platform to verify it or to invite you. Until then you get no new role and cannot submit apps. If the platform invites somebody else by this address, the address moves to their account.",
  lostEmail:
    "This account has no e-mail address any more: its address was verified for another account. You stay signed in until this session ends; after that, nobody can sign in to this account. To go on, sign up with an address of your own.",
  current: "Current password",
  fresh: "New password",
  submit: "Change password",
  changed: "Your password is changed. Other browsers were signed out.",
  wrong: "This is not your current password.",
};
