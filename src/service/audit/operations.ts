import type { Call } from "../call.ts";
import type { Page, PageRequest } from "../page.ts";
import type { AuditRecord } from "./records.ts";

/** Null: whichever. */
export interface AuditFilter {
  clientId: string | null;
  installationId: string | null;
  merchantId: string | null;
  /** Done by or to this account. */
  accountId: string | null;
  action: string | null;
  /** Microseconds: done at this moment or later. */
  from: number | null;
  /** Done before this moment. */
  before: number | null;
}

/** The trail of what was done. With a session, for operators only. */
export interface AuditOperations {
  /** The newest first. */
  list(filter: AuditFilter, page: PageRequest, call: Call): Promise<Page<AuditRecord>>;
}
