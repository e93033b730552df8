import type { Mutant } from "../mutant.ts";

const WARNINGS_TEST = "test/unit/store/connection/commit-warnings.test.ts";
const TLS_TEST = "test/unit/store/connection/database-tls.test.ts";
const SETUP_TEST = "test/unit/app/database.test.ts";
const STANDBY_TEST = "test/unit/store/connection/standby.test.ts";

/** What the database says of itself: how durable a commit is, and whether it is the primary. */
export const DATABASE_MUTANTS: Mutant[] = [
  {
    id: "old-postgres-accepted",
    flaw: "an older PostgreSQL is noticed in the middle of the first migration",
    file: "src/store/migrations/migrate.ts",
    find: "    requireVersion(Number(rows[0].server_version_num));\n",
    put: "    Number(rows[0].server_version_num);\n",
    test: [SETUP_TEST, "an older PostgreSQL"],
  },
  {
    id: "silent-database-unbounded",
    flaw: "a start waits without a word for a database that says nothing",
    file: "src/store/migrations/migrate.ts",
    find: "application_name, connectionTimeoutMillis }",
    put: "application_name }",
    test: [SETUP_TEST, "is told after DATABASE_TIMEOUT"],
  },
  {
    id: "database-certificate-for-localhost",
    flaw: "a database at an IP address passes with a certificate for localhost",
    file: "src/store/connection/client.ts",
    find: "checkServerIdentity(host, certificate)",
    put: "checkServerIdentity(_name, certificate)",
    test: [TLS_TEST, "names the URL's host or address and nothing else"],
  },
  {
    id: "commit-despite-warning",
    flaw: "a refresh that no standby has is answered 200",
    file: "src/store/connection/transaction.ts",
    find: "  refuseWarningsSince(client, before);\n}",
    put: "}",
    test: [WARNINGS_TEST, "in a transaction of the token path"],
  },
  {
    id: "statement-despite-warning",
    flaw: "a lone statement that no standby has passes for done",
    file: "src/store/connection/transaction.ts",
    find: "      refuseWarningsSince(client, before);\n",
    put: "",
    test: [WARNINGS_TEST, "in a lone statement"],
  },
  {
    id: "management-despite-warning",
    flaw: "a suspension that no standby has is answered 200",
    file: "src/store/connection/orm.ts",
    find: "        refuseCommitWarnings(pool);\n",
    put: "",
    test: [WARNINGS_TEST, "in a management transaction"],
  },
  {
    id: "replay-without-confirmation",
    flaw: "a retried refresh is answered with a pair that no standby has",
    file: "src/service/tokens/refresh.ts",
    find: "    group.tx.confirm();\n",
    put: "",
    test: [WARNINGS_TEST, "a refresh, whose retry is a replay"],
  },
  {
    id: "revocation-without-confirmation",
    flaw: "a retried revocation is answered 200 though no standby has it",
    file: "src/service/tokens/revoke.ts",
    find: "    group.tx.confirm();\n",
    put: "",
    test: [WARNINGS_TEST, "a revocation, whose retry finds nothing to revoke"],
  },
  {
    id: "feed-of-a-standby",
    flaw: "caches are kept fresh by the feed of a standby",
    file: "src/store/feed/feed-page.ts",
    find: "  refuseStandby(rows[0]);\n",
    put: "",
    test: [STANDBY_TEST, "whatever connection reads the feed"],
  },
  {
    id: "introspection-on-a-standby",
    flaw: "a revoked token is active because a standby says so",
    file: "src/store/tokens/introspection.ts",
    find: "  refuseStandby(rows[0]);\n",
    put: "",
    test: [STANDBY_TEST, "whatever connection reads a token that it has"],
  },
  {
    id: "connection-to-a-standby",
    flaw: "apps, keys and accounts are judged by what a standby has",
    file: "src/store/connection/primary.ts",
    find: "  refuseStandby(rows[0]);\n",
    put: "",
    test: [STANDBY_TEST, "for the management side"],
  },
  {
    id: "database-in-plain-text",
    flaw: "digests and the database's password cross a network in plain text",
    file: "src/config/database-url.ts",
    find: "return !isLocal(url) && !VERIFIED",
    put: "return false && !VERIFIED",
    test: ["test/unit/config/config.test.ts", "a database over a network needs a verified certificate"],
  },
  {
    id: "management-in-plain-text",
    flaw: "the management side connects without TLS whatever the URL says",
    file: "src/store/connection/orm.ts",
    find: "      connectionString: config.url,\n",
    put: "",
    test: ["test/unit/store/connection/database-tls.test.ts", "of the management side"],
  },
];
