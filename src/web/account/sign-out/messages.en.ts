/** Texts of the sign-out page. */
export const en = {
  title: "Sign out",
  question: (who: string) => `You are signed in as ${who}.`,
  submit: "Sign out",
  stay: "Stay signed in",
  signedOut: "You are signed out.",
};
