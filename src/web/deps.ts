import type { Client } from "@connectrpc/connect";
import type { AccountService } from "../../gen/latchkey/v1/account_service_pb.ts";
import type { AppService } from "../../gen/latchkey/v1/app_service_pb.ts";
import type { AuditService } from "../../gen/latchkey/v1/audit_service_pb.ts";
import type { ConsentService } from "../../gen/latchkey/v1/consent_service_pb.ts";
import type { InstallationService } from "../../gen/latchkey/v1/installation_service_pb.ts";
import type { PlatformService } from "../../gen/latchkey/v1/platform_service_pb.ts";
import type { ReviewService } from "../../gen/latchkey/v1/review_service_pb.ts";
import type { TokenService } from "../../gen/latchkey/v1/token_service_pb.ts";
import type { WebhookService } from "../../gen/latchkey/v1/webhook_service_pb.ts";
import type { Brand } from "../brand/brand.ts";
import type { DocsFeedback } from "../observe/docs-metrics.ts";
import type { Log } from "../observe/log.ts";

/** Clients of the core. They send the gateway's key; the session is part of each call (`request-context.ts`). */
export interface WebClients {
  consent: Client<typeof ConsentService>;
  accounts: Client<typeof AccountService>;
  apps: Client<typeof AppService>;
  installations: Client<typeof InstallationService>;
  audit: Client<typeof AuditService>;
  platform: Client<typeof PlatformService>;
  reviews: Client<typeof ReviewService>;
  tokens: Client<typeof TokenService>;
  webhooks: Client<typeof WebhookService>;
}

/** A mail of the demo. */
export interface DemoMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** ISO 8601. */
  at: string;
}

export interface WebDeps {
  clients: WebClients;
  /** The issuer: an origin without a trailing slash. Cookies and origin checks use this value and never a request header. */
  publicUrl: string;
  log: Log;
  /** The mails of the demo for `/demo/mail`; absent or null outside of the demo. */
  mailbox?: { list(): Promise<DemoMail[]> } | null;
  /** The parts of the platform's identity that settings determine. Default: none. */
  brand?: Brand;
  /** A request of the sandbox API for the documentation. Default: a placeholder. */
  docsApiUrl?: string | null;
  /** Counts the answers of readers of the documentation. Default: they are not counted. */
  countDocsFeedback?(feedback: DocsFeedback): void;
}
