import type { Mutant } from "../mutant.ts";

/** Durability, standbys and TLS. */
// biome-ignore format: one line per mutant
export const DATABASE_MUTANTS: Mutant[] = [
  { id: "old-postgres-accepted", flaw: "an older PostgreSQL is noticed in the middle of the first migration", in: "connect", replace: "requireVersion(Number(rows[0].server_version_num))", by: "Number(rows[0].server_version_num)", test: "an older PostgreSQL" },
  { id: "silent-database-unbounded", flaw: "a start waits without a word for a database that says nothing", in: "connect", replace: "{ connectionString: url, application_name, connectionTimeoutMillis }", by: "{ connectionString: url, application_name }", test: "is retried after DATABASE_TIMEOUT" },
  { id: "database-certificate-for-localhost", flaw: "a database at an IP address passes with a certificate for localhost", in: "checkOf", replace: "checkServerIdentity(host, certificate)", by: "checkServerIdentity(_name, certificate)", test: "with a certificate that names only the URL's host or address" },
  { id: "commit-despite-warning", flaw: "a refresh that no standby has is answered 200", in: "commit", drop: "refuseWarningsSince", test: "in a transaction of the token path" },
  { id: "statement-despite-warning", flaw: "a lone statement that no standby has passes for done", in: "withConnection", drop: "refuseWarningsSince", test: "in a single statement" },
  { id: "management-despite-warning", flaw: "a suspension that no standby has is answered 200", in: "onPoolCreated", drop: "refuseCommitWarnings", test: "in a management transaction" },
  { id: "replay-without-confirmation", flaw: "a retried refresh is answered with a pair that no standby has", in: "replay", drop: "batch.tx.confirm", test: "a refresh, whose retry is a replay" },
  { id: "revocation-without-confirmation", flaw: "a retried revocation is answered 200 though no standby has it", in: "revokeOne", drop: "tx.confirm", test: "a revocation, whose retry finds nothing to revoke" },
  { id: "feed-of-a-standby", flaw: "caches are kept fresh by the feed of a standby", in: "readFeed", drop: "refuseStandby", test: "on an unchecked connection" },
  { id: "introspection-on-a-standby", flaw: "a revoked token is active because a standby says so", in: "readTokens", drop: "refuseStandby", test: "on an unchecked connection" },
  { id: "connection-to-a-standby", flaw: "apps, keys and accounts are judged by what a standby has", in: "openConnection", drop: "refuseStandby", test: "for management operations" },
  { id: "database-in-plain-text", flaw: "digests and the database's password cross a network in plain text", in: "isUnverifiedRemote", condition: "isLocal", is: false, test: "a database over a network needs a verified certificate" },
  { id: "management-in-plain-text", flaw: "the management side connects without TLS whatever the URL says", in: "createOrm", replace: "connectionString: config.url,", by: "", test: "of the management side" },
];
