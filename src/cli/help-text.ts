import { typed } from "./program-name.ts";

/** Shown under each group's help, without the program's and the group's name. */
export const EXAMPLES = {
  apps: [
    "list --state submitted                     the review queue",
    "show <client_id>                           all about one, its scopes with the reasons",
    "review approve <client_id>",
    'review request-changes <client_id> --reason-code REDIRECT_URI --reason "It must be https."',
    "install-link <client_id>                   what to hand to merchants",
    "secrets rotate <client_id>",
  ],
  scopes: [
    "list",
    'upsert orders:read --title "See your orders" --description "Numbers, items and totals." --sensitivity normal',
  ],
  merchants: [
    'create --id shop-1 --name "Harbour Coffee" --owner mia@example.com',
    "add-member shop-1 max@example.com --role manager",
    "members shop-1                             all of them, page by page",
    'suspend shop-1 --reason-code PAYMENT --reason "Invoice 17 is open."',
  ],
  accounts: [
    'create --email dev@example.com --name "Parcel Pilot" --developer',
    "invite mia@example.com --merchant shop-1 --role owner",
    "show mia@example.com",
  ],
  invitations: ["list --merchant shop-1", "list --all", "revoke <invitation_id>"],
  keys: [
    'create "orders API" --permission tokens:introspect',
    "create gateway --permission tokens:forward --permission web:act",
    "list --all",
    "list --name orders",
    "revoke <service_key_id>",
  ],
  installations: ["list --merchant shop-1", "list --app <client_id> --state active", "uninstall <installation_id>"],
  tokens: [
    "introspect < token.txt",
    "revoke --app <client_id>               all that the app got so far",
    "revoke --everything --before 2026-11-20T14:00:00Z --yes",
  ],
  feed: ["reset"],
  audit: [
    "list --app <client_id>",
    "list --action token.reuse --page-size 200",
    "list --from 2026-11-20T14:00:00Z --before 2026-11-20T15:00:00Z",
  ],
} as const;

/** Shown under the help of the whole. */
export const HELP = `
Where the core is: CORE_URL (such as http://127.0.0.1:50051) and SERVICE_KEY (lk_sk_…). Where a demo was started with
\`npm start\`, both are found by themselves (DATA_DIR, .latchkey if not set). TLS_CORE_CA, TLS_CORE_CERT and TLS_CORE_KEY
name PEM files for a core with TLS. migrate, bootstrap and feed reset use DATABASE_URL.

From a new app to merchants:
  ${typed('accounts create --email dev@example.com --name "Parcel Pilot" --developer')}
  ${typed('apps submit --developer dev@example.com --name "Parcel Pilot" --purpose "Prints labels."')} \\
      --redirect-uri https://parcel-pilot.example/callback --scope "orders:read=To know what to send"
  ${typed("apps list --state submitted")}
  ${typed("apps review approve <client_id>")}
  ${typed("apps install-link <client_id>")}

Tables are for people, --json is for programs: the answers of the RPCs in their JSON form. Times are UTC.
Exit status: 0 done, 1 refused or failed, 2 the command was not understood.`;
