/** A command as the user types it: through npm in a checkout, or with the installed program. */
export function commandLine(command: string): string {
  return `${process.env.npm_lifecycle_event === "cli" ? "npm run cli --" : "latchkey"} ${command}`;
}

/** The examples below the help of each command group, without the names of program and group. */
export const EXAMPLES = {
  apps: [
    "list --state submitted                     the review queue",
    "list --search parcel --sort installations --descending",
    "show <client_id>                           everything about one app",
    "review approve <client_id>",
    'review request-changes <client_id> --reason-code REDIRECT_URI --reason "It must be https."',
    "install-link <client_id>                   the link for merchants",
    "secrets rotate <client_id>",
  ],
  scopes: [
    "list",
    'upsert orders:read --title "See your orders" --description "Numbers, items and totals." --sensitivity normal',
    'upsert orders:read --title "See your orders" --title-in "de=Ihre Bestellungen sehen"',
  ],
  merchants: [
    'create --id shop-1 --name "Harbour Coffee" --owner mia@example.com',
    "add-member shop-1 max@example.com --role manager",
    "members shop-1",
    'suspend shop-1 --reason-code PAYMENT --reason "Invoice 17 is open."',
  ],
  accounts: [
    'create --email dev@example.com --name "Parcel Pilot" --developer',
    "invite mia@example.com --merchant shop-1 --role owner",
    "show mia@example.com",
  ],
  teams: [
    "members dev@example.com",
    "invite dev@example.com max@example.com --role member",
    "set-role dev@example.com max@example.com --role owner",
    "remove-member dev@example.com max@example.com",
  ],
  invitations: ["list --merchant shop-1", "list --team dev@example.com --all", "revoke <invitation_id>"],
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
    "revoke --app <client_id>               every token issued to the app so far",
    "revoke --everything --before 2026-11-20T14:00:00Z --yes",
    "revoke --everything --direct --yes     after a restore, before the first core starts",
  ],
  events: ["list --app <client_id>", "list --type installation.created --page-size 200 --json"],
  feed: ["reset"],
  audit: [
    "list --app <client_id>",
    "list --action token.reuse --page-size 200",
    "list --actor olga@example.com --action app.approve",
    "list --from 2026-11-20T14:00:00Z --before 2026-11-20T15:00:00Z",
  ],
} as const;

/** Text below the program's help. */
export const HELP = `
\`latchkey start\` runs the service (in a checkout: \`npm start\`), and \`latchkey demo\` the demo (\`npm run demo\`).

Connection: set CORE_URL (such as http://127.0.0.1:50051) and SERVICE_KEY (lk_sk_…). Without them, the commands use the
demo of \`npm start\` in DATA_DIR (default .latchkey). TLS_CORE_CA, TLS_CORE_CERT and TLS_CORE_KEY name PEM files for a
core with TLS. migrate, bootstrap, feed reset and tokens revoke --direct connect to the database instead: to
DATABASE_DIRECT_URL, whose default is DATABASE_URL. doctor connects to all three URLs.
SERVICE_KEY_FILE, DATABASE_URL_FILE and DATABASE_DIRECT_URL_FILE name files with these secrets.

From a new app to its install link:
  ${commandLine('accounts create --email dev@example.com --name "Parcel Pilot" --developer')}
  ${commandLine('apps submit --developer dev@example.com --name "Parcel Pilot" --purpose "Prints labels."')} \\
      --redirect-uri https://parcel-pilot.example/callback --scope "orders:read=To know what to send"
  ${commandLine("apps list --state submitted")}
  ${commandLine("apps review approve <client_id>")}
  ${commandLine("apps install-link <client_id>")}

--json prints the RPC's response in the protobuf JSON mapping, for scripts. Times are UTC.
Exit status: 0 success, 1 failure, 2 invalid command line. That of doctor is in its help.`;
