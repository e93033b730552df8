/** One thing that was done. */
export interface AuditRecord {
  eventId: string;
  /** Microseconds. */
  at: number;
  action: string;
  actorAccountId: string | null;
  serviceKeyId: string | null;
  /** Of the service key or gateway that called. */
  callerName: string;
  actorClientId: string | null;
  clientId: string | null;
  installationId: string | null;
  merchantId: string | null;
  accountId: string | null;
  address: string | null;
  requestId: string;
  detail: Record<string, unknown>;
  /** What those are called now that the ids name; null where there is none any more, or none was named. */
  actorAccountName: string | null;
  actorAccountEmail: string | null;
  actorClientName: string | null;
  clientName: string | null;
  merchantName: string | null;
  accountName: string | null;
  accountEmail: string | null;
}
