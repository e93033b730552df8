import type { Mutant } from "../mutant.ts";

/** Durability, standbys and TLS. */
// biome-ignore format: one line per mutant
export const DATABASE_MUTANTS: Mutant[] = [
  { id: "old-postgres-accepted", flaw: "an unsupported PostgreSQL version fails in the middle of the first migration", in: "open", replace: "requireVersion(Number(rows[0].server_version_num))", by: "Number(rows[0].server_version_num)", test: "an older PostgreSQL" },
  { id: "silent-database-unbounded", flaw: "startup waits without a log line for an unresponsive database", in: "readSchema", replace: "connectionTimeoutMillis: timeoutMs", by: "connectionTimeoutMillis: 60_000", test: "is retried after DATABASE_TIMEOUT" },
  { id: "hanging-database-unbounded", flaw: "startup waits without a log line for a database that falls silent after it connects", in: "readSchema", replace: ", query_timeout: timeoutMs", by: "", test: "is retried after DATABASE_TIMEOUT" },
  { id: "database-certificate-for-localhost", flaw: "a database at an IP address is accepted with a certificate for localhost", in: "checkOf", replace: "checkServerIdentity(target.host, certificate)", by: "checkServerIdentity(_name, certificate)", test: "with a certificate that names only the URL's host or address" },
  { id: "commit-despite-warning", flaw: "a refresh that no standby has committed returns 200", in: "commit", drop: "refuseWarningsSince", test: "in a transaction of the token path" },
  { id: "statement-despite-warning", flaw: "a single statement that no standby has committed succeeds", in: "withConnection", drop: "refuseWarningsSince", test: "in a single statement" },
  { id: "management-despite-warning", flaw: "a suspension that no standby has committed succeeds", in: "onPoolCreated", drop: "refuseCommitWarnings", test: "in a management transaction" },
  { id: "replay-without-confirmation", flaw: "a retried refresh returns tokens that no standby has committed", in: "replay", drop: "batch.tx.confirm", test: "a refresh, whose retry is a replay" },
  { id: "revocation-without-confirmation", flaw: "a retried revocation that no standby has committed returns 200", in: "revokeOne", drop: "tx.confirm", test: "a revocation, whose retry finds nothing to revoke" },
  { id: "feed-of-a-standby", flaw: "caches stay fresh by the feed of a standby", in: "readFeed", drop: "refuseStandby", test: "on an unchecked connection" },
  { id: "introspection-on-a-standby", flaw: "a token is introspected at a standby that lacks its revocation", in: "readTokens", drop: "refuseStandby", test: "on an unchecked connection" },
  { id: "connection-to-a-standby", flaw: "apps, keys and accounts are read from a standby", in: "openConnection", drop: "refuseStandby", test: "for management operations" },
  { id: "database-in-plain-text", flaw: "digests and the database password cross a network in plain text", in: "isUnverifiedRemote", condition: "isLocal", is: false, test: "a database over a network needs a verified certificate" },
  { id: "management-in-plain-text", flaw: "the management pool ignores `sslmode` and connects without TLS", in: "createOrm", replace: "connectionString: config.url,", by: "", test: "of the management side" },
];
