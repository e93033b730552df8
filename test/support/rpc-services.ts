import type { DescService } from "@bufbuild/protobuf";
import { Authorization } from "../../gen/envoy/service/auth/v3/external_auth_pb.ts";
import { AccountService } from "../../gen/latchkey/v1/account_service_pb.ts";
import { AppService } from "../../gen/latchkey/v1/app_service_pb.ts";
import { AuditService } from "../../gen/latchkey/v1/audit_service_pb.ts";
import { ConsentService } from "../../gen/latchkey/v1/consent_service_pb.ts";
import { EventService } from "../../gen/latchkey/v1/event_service_pb.ts";
import { InstallationService } from "../../gen/latchkey/v1/installation_service_pb.ts";
import { PlatformService } from "../../gen/latchkey/v1/platform_service_pb.ts";
import { ReviewService } from "../../gen/latchkey/v1/review_service_pb.ts";
import { TokenService } from "../../gen/latchkey/v1/token_service_pb.ts";
import { WebhookService } from "../../gen/latchkey/v1/webhook_service_pb.ts";

/** Every service of the core. */
export const SERVICES: readonly DescService[] = [
  TokenService,
  ConsentService,
  AppService,
  InstallationService,
  AccountService,
  AuditService,
  EventService,
  WebhookService,
  PlatformService,
  ReviewService,
  Authorization,
];
