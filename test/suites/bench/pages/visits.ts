import type { Filled, Person } from "./fill.ts";

/** One page to measure. */
export interface Visit {
  name: string;
  /** The signed-in role; null: signed out. */
  as: Person | null;
  path(filled: Filled): string;
  /** True if the path redirects. The target page is measured. */
  through?: true;
  /** True for a long file, which is measured up to its first part. */
  file?: true;
}

const query = (values: Record<string, string>): string => `?${new URLSearchParams(values)}`;

const authorize = ({ popularApp, redirectUri }: Filled): string =>
  `/oauth/authorize${query({ client_id: popularApp, redirect_uri: redirectUri, scope: "orders:read orders:write products:read customers:read", state: "bench", prompt: "consent" })}`;

const signedOut = (paths: readonly string[]): Visit[] =>
  paths.map((path) => ({ name: path.slice(1), as: null, path: () => path }));

const PEOPLE: Visit[] = [
  ...signedOut(["/sign-up", "/forgot-password"]),
  { name: "home, signed out", as: null, path: () => "/" },
  { name: "home, 30 merchants", as: "owner", path: () => "/" },
  { name: "home of an operator", as: "operator", path: () => "/" },
  { name: "sign-in", as: null, path: () => "/sign-in" },
  { name: "account", as: "owner", path: () => "/account" },
  { name: "security, 20 sessions", as: "owner", path: () => "/account/security" },
  { name: "devices, 20 sessions", as: "owner", path: () => "/account/devices" },
  { name: "activity", as: "owner", path: () => "/account/activity" },
  { name: "activity as a file", as: "owner", path: () => "/account/activity.csv", file: true },
  { name: "close account", as: "owner", path: () => "/account/close" },
  ...["sign_ins", "failed", "account"].map((group): Visit => {
    return { name: `activity, ${group}`, as: "owner", path: () => `/account/activity${query({ group })}` };
  }),
  {
    name: "members",
    as: "owner",
    path: ({ busyMerchant }) => `/connected-apps/members${query({ merchant: busyMerchant })}`,
  },
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
  {
    name: "connected apps, filtered",
    as: "owner",
    path: ({ busyMerchant }) => `/connected-apps${query({ merchant: busyMerchant, q: "app", state: "active" })}`,
  },
  {
    name: "connected apps, by last use",
    as: "owner",
    path: ({ busyMerchant }) => `/connected-apps${query({ merchant: busyMerchant, sort: "used-desc" })}`,
  },
  { name: "connected app", as: "owner", path: ({ installation }) => `/connected-apps/${installation}` },
  {
    name: "connected app, history",
    as: "owner",
    path: ({ installation }) => `/connected-apps/${installation}/history`,
  },
];

const DOCS: Visit[] = [
  ...signedOut(
    [
      "",
      "/quickstart",
      "/endpoints",
      ...["authorize", "token", "revoke", "introspect", "uninstall", "metadata"].map((name) => `/endpoints/${name}`),
      "/errors",
      "/changelog",
      "/libraries",
      "/search?q=redirect_uri",
      "/search/suggestions?q=redirect_uri",
      "/retries",
      "/authorization",
      "/go-live",
      "/scopes",
      "/webhooks",
      "/test-merchants",
    ].map((path) => `/docs${path}`),
  ),
  { name: "docs/quickstart of a developer", as: "developer", path: () => "/docs/quickstart" },
  { name: "docs/endpoints/token of a developer", as: "developer", path: () => "/docs/endpoints/token" },
  { name: "docs/try", as: "developer", path: () => "/docs/try" },
];

const INSTALLATION_FILTERS: Record<string, string>[] = [
  { search: "hop ab" },
  { search: "zzz" },
  { state: "uninstalled" },
  { state: "suspended" },
  { health: "needs_attention" },
  { health: "expires_soon" },
  { health: "healthy" },
  { health: "stopped" },
  { health: "failing" },
  { health: "expiring" },
];

const PORTAL: Visit[] = [
  { name: "portal, list", as: "developer", path: () => "/portal" },
  { name: "portal, by name", as: "developer", path: () => `/portal${query({ q: "pp a" })}` },
  { name: "portal, by installations", as: "developer", path: () => `/portal${query({ sort: "installations-desc" })}` },
  ...["installations-desc", "updated-desc"].map((sort): Visit => {
    return {
      name: `portal, apps with "abc" by ${sort}`,
      as: "developer",
      path: () => `/portal${query({ q: "abc", sort })}`,
    };
  }),
  { name: "portal, in review", as: "developer", path: () => `/portal${query({ state: "in_review" })}` },
  { name: "portal, team of 200", as: "developer", path: () => "/portal/team" },
  { name: "portal, test merchants", as: "developer", path: () => "/portal/test-merchants" },
  { name: "portal, link checker", as: "developer", path: () => "/portal/check" },
  { name: "portal, new app", as: "developer", path: () => "/portal/apps/new" },
  { name: "portal, app", as: "developer", path: ({ popularApp }) => `/portal/apps/${popularApp}` },
  { name: "portal, edit", as: "developer", path: ({ popularApp }) => `/portal/apps/${popularApp}/edit` },
  {
    name: "portal, installations",
    as: "developer",
    path: ({ popularApp }) => `/portal/apps/${popularApp}/installations`,
  },
  ...INSTALLATION_FILTERS.map((filter): Visit => {
    const path = ({ popularApp }: Filled) => `/portal/apps/${popularApp}/installations${query(filter)}`;
    return {
      name: `portal, installations by ${Object.entries(filter).join().replace(",", " ")}`,
      as: "developer",
      path,
    };
  }),
  {
    name: "portal, installations.csv",
    as: "developer",
    path: ({ popularApp }) => `/portal/apps/${popularApp}/installations.csv`,
    file: true,
  },
  {
    name: "portal, installation",
    as: "developer",
    path: ({ popularApp, installation }) => `/portal/apps/${popularApp}/installations/${installation}`,
  },
  { name: "portal, webhooks", as: "developer", path: ({ popularApp }) => `/portal/apps/${popularApp}/webhooks` },
  {
    name: "portal, webhook with 100,000 deliveries",
    as: "developer",
    path: ({ popularApp, endpoint }) => `/portal/apps/${popularApp}/webhooks/${endpoint}`,
  },
  {
    name: "portal, delivery",
    as: "developer",
    path: ({ popularApp, endpoint, delivery }) =>
      `/portal/apps/${popularApp}/webhooks/${endpoint}/deliveries/${delivery}`,
  },
];

const CONSOLE: Visit[] = [
  { name: "console, queue", as: "operator", path: () => "/console" },
  { name: "console, queue by a name", as: "operator", path: () => `/console${query({ name: "abc" })}` },
  ...["templates", "brand", "tokens", "webhooks"].map((page): Visit => {
    return { name: `console, ${page}`, as: "operator", path: () => `/console/${page}` };
  }),
  { name: "console, dashboard", as: "operator", path: () => "/console/dashboard" },
  { name: "console, dashboard of 7 days", as: "operator", path: () => "/console/dashboard?period=week" },
  { name: "console, dashboard of 30 days", as: "operator", path: () => "/console/dashboard?period=days" },
  { name: "console, dashboard as a file", as: "operator", path: () => "/console/dashboard.csv", file: true },
  {
    name: "console, dashboard of 92 days",
    as: "operator",
    path: () => {
      const ago = (days: number) =>
        new Date(Date.now() - days * 86_400_000).toISOString().slice(0, "2026-01-31".length);
      return `/console/dashboard?period=chosen&from=${ago(91)}&to=${ago(0)}`;
    },
  },
  { name: "console, apps", as: "operator", path: () => "/console/apps" },
  { name: "console, apps by state", as: "operator", path: () => `/console/apps${query({ state: "approved" })}` },
  ...["submitted", "suspended", "draft"].map((state): Visit => {
    return { name: `console, ${state} apps`, as: "operator", path: () => `/console/apps${query({ state })}` };
  }),
  { name: "console, apps by name", as: "operator", path: () => `/console/apps${query({ name: "App f" })}` },
  // These texts occur in every name, in one name in a hundred, and in no name.
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
  ...["orders:read", "payouts:read"].map((scope): Visit => {
    return { name: `console, apps with ${scope}`, as: "operator", path: () => `/console/apps${query({ scope })}` };
  }),
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
  ...["operators", "developers", "suspended"].map((group): Visit => {
    return {
      name: `console, ${group} of accounts`,
      as: "operator",
      path: () => `/console/accounts${query({ group })}`,
    };
  }),
  { name: "console, account", as: "operator", path: ({ accounts }) => `/console/accounts/${accounts.owner}` },
  { name: "console, merchants", as: "operator", path: () => "/console/merchants" },
  ...["active", "suspended", "closed"].map((state): Visit => {
    return { name: `console, ${state} merchants`, as: "operator", path: () => `/console/merchants${query({ state })}` };
  }),
  ...["live", "test"].map((kind): Visit => {
    return { name: `console, ${kind} merchants`, as: "operator", path: () => `/console/merchants${query({ kind })}` };
  }),
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
    name: "console, invitations by a part of the e-mail",
    as: "operator",
    path: () => `/console/invitations${query({ email: "t-7777@" })}`,
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
  ...["active", "suspended", "pending", "uninstalled"].map((state): Visit => {
    const path = () => `/console/installations${query({ state })}`;
    return { name: `console, ${state} installations`, as: "operator", path };
  }),
  ...["needs_attention", "expires_soon", "healthy", "stopped"].map((health): Visit => {
    const path = () => `/console/installations${query({ health })}`;
    return { name: `console, installations by health ${health}`, as: "operator", path };
  }),
  ...["apps", "merchants", "accounts"].map((list): Visit => {
    return { name: `console, ${list} as a file`, as: "operator", path: () => `/console/${list}.csv`, file: true };
  }),
  { name: "console, retired scopes", as: "operator", path: () => "/console/scopes?retired=yes" },
  { name: "console, keys", as: "operator", path: () => "/console/keys" },
  { name: "console, keys by a part of the name", as: "operator", path: () => "/console/keys?name=ate" },
  { name: "console, ended keys too", as: "operator", path: () => "/console/keys?ended=yes" },
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
  ...["24h", "7d", "30d"].map((range) => audit(`of the last ${range}`, () => ({ range }))),
  audit("of a person in the last 7d", () => ({ account: "owner-1@bench.example", range: "7d" })),
  audit("of an app until a day", ({ popularApp }) => {
    return { app: popularApp, to: new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10) };
  }),
  audit("of a merchant's action", ({ busyMerchant }) => ({ merchant: busyMerchant, action: "install.start" })),
  { ...audit("as a file", () => ({})), path: () => "/console/audit.csv", file: true },
  audit("of an app's action that never was", ({ popularApp }) => ({ app: popularApp, action: "app.approve" })),
];

/** Every page whose content may be large. A new page is a new row. */
export const VISITS: readonly Visit[] = [...PEOPLE, ...DOCS, ...PORTAL, ...CONSOLE, ...AUDIT];
