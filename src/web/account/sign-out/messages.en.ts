/** Texts of the sign-out page. */
export const en = {
  title: "Sign out",
  signedInAs: (who: string) => `You are signed in as ${who}.`,
  submit: "Sign out",
  cancel: "Stay signed in",
  signedOut: "You are signed out.",
};
