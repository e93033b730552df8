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
}
