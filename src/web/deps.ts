import type { Client } from "@connectrpc/connect";
import type { AccountService } from "../../gen/latchkey/v1/account_service_pb.ts";
import type { AppService } from "../../gen/latchkey/v1/app_service_pb.ts";
import type { AuditService } from "../../gen/latchkey/v1/audit_service_pb.ts";
import type { ConsentService } from "../../gen/latchkey/v1/consent_service_pb.ts";
import type { InstallationService } from "../../gen/latchkey/v1/installation_service_pb.ts";
import type { TokenService } from "../../gen/latchkey/v1/token_service_pb.ts";
import type { Log } from "../observe/log.ts";

/** The core as the pages see it. Each client carries the gateway's key; who acts is told with every call (`visit.ts`). */
export interface WebClients {
  consent: Client<typeof ConsentService>;
  accounts: Client<typeof AccountService>;
  apps: Client<typeof AppService>;
  installations: Client<typeof InstallationService>;
  audit: Client<typeof AuditService>;
  tokens: Client<typeof TokenService>;
}

export interface WebDeps {
  clients: WebClients;
  /** The issuer: a bare origin without trailing slash. Cookies and origin checks follow it, never a request header. */
  publicUrl: string;
  log: Log;
  /** What the pages call the platform; "Latchkey" unless told. */
  platformName?: string;
}
