/** Texts of the demo's mails. */
export const en = {
  title: "Mails of the demo",
  lead: "The demo sends no mails. They are listed here instead, newest first.",
  none: "There are no mails yet. Invite someone, or reset a password.",
  to: (address: string) => `To ${address}`,
  refresh: "Refresh",
};
