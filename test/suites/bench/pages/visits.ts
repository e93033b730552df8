import type { Filled, Person } from "./fill.ts";

/** One page to measure. */
export interface Visit {
  name: string;
  /** Who looks at it; null: nobody signed in. */
  as: Person | null;
  path(filled: Filled): string;
  /** The path answers with a redirect, and it is the page behind it that is measured. */
  through?: true;
}

const query = (values: Record<string, string>): string => `?${new URLSearchParams(values)}`;

const authorize = ({ popularApp, redirectUri }: Filled): string =>
  `/oauth/authorize${query({ client_id: popularApp, redirect_uri: redirectUri, scope: "orders:read orders:write products:read customers:read", state: "bench", prompt: "consent" })}`;

const PEOPLE: Visit[] = [
  { name: "home, signed out", as: null, path: () => "/" },
  { name: "home, 30 merchants", as: "owner", path: () => "/" },
  { name: "sign-in", as: null, path: () => "/sign-in" },
  { name: "account", as: "owner", path: () => "/account" },
  { name: "install", as: "owner", path: ({ popularApp }) => `/install/${popularApp}` },
  { name: "consent", as: "owner", path: authorize, through: true },
  {
    name: "connected apps",
    as: "owner",
    path: ({ busyMerchant }) => `/connected-apps${query({ merchant: busyMerchant })}`,
  },
  {
    name: "connected apps, one row",
    as: "owner",
    path: ({ installation }) => `/connected-apps${query({ installation })}`,
  },
];

const PORTAL: Visit[] = [
  { name: "portal, list", as: "developer", path: () => "/portal" },
  { name: "portal, by name", as: "developer", path: () => `/portal${query({ q: "pp a" })}` },
  { name: "portal, by installations", as: "developer", path: () => `/portal${query({ sort: "installations-desc" })}` },
  { name: "portal, app", as: "developer", path: ({ popularApp }) => `/portal/apps/${popularApp}` },
  { name: "portal, edit", as: "developer", path: ({ popularApp }) => `/portal/apps/${popularApp}/edit` },
  {
    name: "portal, installations",
    as: "developer",
    path: ({ popularApp }) => `/portal/apps/${popularApp}/installations`,
  },
];

const CONSOLE: Visit[] = [
  { name: "console, queue", as: "operator", path: () => "/console" },
  { name: "console, dashboard", as: "operator", path: () => "/console/dashboard" },
  { name: "console, dashboard of 30 days", as: "operator", path: () => "/console/dashboard?period=days" },
  { name: "console, apps", as: "operator", path: () => "/console/apps" },
  { name: "console, apps by state", as: "operator", path: () => `/console/apps${query({ state: "approved" })}` },
  { name: "console, apps by name", as: "operator", path: () => `/console/apps${query({ name: "App f" })}` },
  // Parts of every name, of one name in a hundred, and of none.
  ...["App ", "ab", "abc1", "zzz"].flatMap((name) =>
    ["name", "installations-desc", "updated-desc"].map((sort): Visit => {
      const path = () => `/console/apps${query({ name, sort })}`;
      return { name: `console, apps with "${name}" by ${sort}`, as: "operator", path };
    }),
  ),
  {
    name: "console, apps in review by installations",
    as: "operator",
    path: () => `/console/apps${query({ state: "in_review", sort: "installations-desc" })}`,
  },
  {
    name: "console, apps of a developer",
    as: "operator",
    path: ({ accounts }) => `/console/apps${query({ developer: accounts.developer })}`,
  },
  { name: "console, app", as: "operator", path: ({ popularApp }) => `/console/apps/${popularApp}` },
  { name: "console, app to review", as: "operator", path: ({ submittedApp }) => `/console/apps/${submittedApp}` },
  { name: "console, suspend app", as: "operator", path: ({ popularApp }) => `/console/apps/${popularApp}/suspend` },
  { name: "console, scopes", as: "operator", path: () => "/console/scopes" },
  { name: "console, installations", as: "operator", path: () => "/console/installations" },
  {
    name: "console, installations of an app",
    as: "operator",
    path: ({ popularApp }) => `/console/installations${query({ app: popularApp })}`,
  },
  {
    name: "console, installations of a merchant, ended",
    as: "operator",
    path: ({ busyMerchant }) => `/console/installations${query({ merchant: busyMerchant, state: "ended" })}`,
  },
  {
    name: "console, installation",
    as: "operator",
    path: ({ installation }) => `/console/installations/${installation}`,
  },
  { name: "console, accounts", as: "operator", path: () => "/console/accounts" },
  {
    name: "console, accounts by e-mail",
    as: "operator",
    path: () => `/console/accounts${query({ email: "owner-77" })}`,
  },
  {
    name: "console, accounts by a name",
    as: "operator",
    path: () => `/console/accounts${query({ email: "wner 77" })}`,
  },
  { name: "console, account", as: "operator", path: ({ accounts }) => `/console/accounts/${accounts.owner}` },
  { name: "console, merchants", as: "operator", path: () => "/console/merchants" },
  { name: "console, merchants by name", as: "operator", path: () => `/console/merchants${query({ name: "Shop ab" })}` },
  {
    name: "console, merchants with a part",
    as: "operator",
    path: () => `/console/merchants${query({ name: "abc1" })}`,
  },
  {
    name: "console, newest merchants",
    as: "operator",
    path: () => `/console/merchants${query({ sort: "created-desc" })}`,
  },
  {
    name: "console, merchant",
    as: "operator",
    path: ({ busyMerchant }) => `/console/merchants/view${query({ id: busyMerchant })}`,
  },
  { name: "console, invitations", as: "operator", path: () => "/console/invitations" },
  {
    name: "console, invitations by e-mail, ended too",
    as: "operator",
    path: () => `/console/invitations${query({ email: "guest-77", ended: "yes" })}`,
  },
  {
    name: "console, invitations into a merchant",
    as: "operator",
    path: ({ busyMerchant }) => `/console/invitations${query({ merchant: busyMerchant })}`,
  },
  {
    name: "console, installations by names",
    as: "operator",
    path: () => `/console/installations${query({ app: "App a", merchant: "Shop a" })}`,
  },
  { name: "console, keys", as: "operator", path: () => "/console/keys" },
];

const audit = (name: string, filter: (filled: Filled) => Record<string, string>): Visit => ({
  name: `console, audit ${name}`,
  as: "operator",
  path: (filled) => `/console/audit${query(filter(filled))}`,
});

const AUDIT: Visit[] = [
  audit("of all", () => ({})),
  audit("of an app", ({ popularApp }) => ({ app: popularApp })),
  audit("of an installation", ({ installation }) => ({ installation })),
  audit("of a merchant", ({ busyMerchant }) => ({ merchant: busyMerchant })),
  audit("of an account", ({ accounts }) => ({ account: accounts.owner })),
  audit("of an action", () => ({ action: "installation.suspend" })),
  audit("of a rare action", () => ({ action: "service_key.revoke" })),
  audit("of a person's e-mail", () => ({ account: "owner-1@bench.example" })),
  audit("by a person alone", () => ({ account: "owner-1@bench.example", part: "actor" })),
  audit("of a person's name", () => ({ account: "Owner 4711" })),
  audit("of an action by a person on a day", () => {
    const day = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
    return { account: "owner-1@bench.example", action: "session.start", from: day, to: day };
  }),
  audit("of a day", () => {
    const day = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
    return { from: day, to: day };
  }),
  audit("of an app until a day", ({ popularApp }) => {
    return { app: popularApp, to: new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10) };
  }),
  audit("of a merchant's action", ({ busyMerchant }) => ({ merchant: busyMerchant, action: "install.start" })),
  audit("of an app's action that never was", ({ popularApp }) => ({ app: popularApp, action: "app.approve" })),
];

/** Every page that shows what may be much. A new page is a new row. */
export const VISITS: readonly Visit[] = [...PEOPLE, ...PORTAL, ...CONSOLE, ...AUDIT];
