import type { Client } from "@connectrpc/connect";
import type { AppService } from "../../gen/latchkey/v1/app_service_pb.ts";
import type { ConsentService } from "../../gen/latchkey/v1/consent_service_pb.ts";
import type { InstallationService } from "../../gen/latchkey/v1/installation_service_pb.ts";
import type { TokenService } from "../../gen/latchkey/v1/token_service_pb.ts";

/** Clients of the core, which runs in this process or remotely. A call carries the gateway's key unless its headers set another. */
export interface GatewayClients {
  tokens: Client<typeof TokenService>;
  consent: Client<typeof ConsentService>;
  installations: Client<typeof InstallationService>;
  apps: Client<typeof AppService>;
}
