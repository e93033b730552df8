/** Texts of the secrets of an app. */
export const en = {
  title: "Secrets",
  hint: "Two secrets can be active at the same time, so you can rotate them without downtime.",
  columns: { created: "Created", lastUsed: "Last used", ends: "Works until" },
  /** After an age, such as "3 days". */
  old: "old",
  live: "Active",
  noEnd: "Does not expire",
  overdue: "Older than a year. Add a new secret, then retire this one.",
  none: "No active secret. Your app needs one to request tokens.",
  never: "never",
  add: "Add secret",
  limit: "Two secrets are already active. Retire one before you add another.",
  limitEnding: (hint: string, day: string) =>
    `…${hint} still works until ${day}. After that you can add another secret.`,
  /** Before the secret that replaces it. */
  switch: "Your server still uses this secret. Before it ends, switch to",
  limitTitle: "Two secrets are already active",
  ends: "Ends soon",
  retire: "Retire …",
  retireOf: (hint: string) => `Retire the secret that ends in ${hint}`,
  secret: "client_secret",
  shownOnce: "This secret is shown only once.",
  shownOnceHint: "Store it with your server’s other secrets. If it is lost, add another one.",
  added: "Secret added. Configure it on your server.",
  addedSecond: "Secret added. Switch your server to it in the steps below.",
  createdTitle: (name: string) => `New secret for ${name}`,
  rotationTitle: "How to rotate the secret",
  rotationSteps: [
    "Configure the new secret on your server.",
    "Check on the app’s page that the new secret is in use.",
    "Retire the old secret. It works for 7 more days.",
  ],
  retireTitle: (hint: string) => `Retire secret …${hint}`,
  usedAt: (hint: string) => `This secret is …\u2060${hint}. Last used:`,
  inUse: "Used within the last day. One of your servers may still need it.",
  only: "This is the only active secret. When it stops working, your app can neither request nor refresh tokens. Add another secret first.",
  other: (hint: string) => `The other active secret is …\u2060${hint}. Last used:`,
  otherUnused: (hint: string) =>
    `…\u2060${hint} has never been used. Deploy it first: afterwards it is the app’s only secret.`,
  laterTitle: "To replace it",
  laterHint: "It works for 7 more days.",
  later: "Retire in 7 days",
  nowTitle: "If it has leaked",
  nowHint: "Requests with it fail immediately.",
  now: "Retire now",
  cancel: "Cancel",
  endedTitle: (hint: string) => `Secret …\u2060${hint} is retired`,
  /** Before a time. */
  ended: "It has not worked since",
  /** Before the account: "retired by Grace". */
  retired: "retired",
};
