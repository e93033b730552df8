import {
  create,
  type DescMethod,
  type DescService,
  type Message,
  type MessageInitShape,
  toBinary,
} from "@bufbuild/protobuf";
import { Authorization } from "../../../gen/envoy/service/auth/v3/external_auth_pb.ts";
import { AccountService } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { AppService } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { AuditService } from "../../../gen/latchkey/v1/audit_service_pb.ts";
import { ConsentService } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { EventService } from "../../../gen/latchkey/v1/event_service_pb.ts";
import { InstallationService } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { PlatformService } from "../../../gen/latchkey/v1/platform_service_pb.ts";
import { ReviewService } from "../../../gen/latchkey/v1/review_service_pb.ts";
import { TokenService } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { WebhookService } from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import type { Call } from "../../service/call.ts";
import { type Access, accessOf } from "../authentication/rpc-permissions.ts";
import { EncodableResponse, type Implementation } from "./implementation.ts";
import { maxRequestBytes } from "./limits.ts";

/** The return value of a handler: the fields of a response message. */
export type Response = MessageInitShape<DescMethod["output"]>;
type UnaryHandler = (request: Message, call: Call) => Promise<Response>;
type StreamHandler = (request: Message, call: Call) => AsyncIterable<Response>;

interface Entry {
  /** `latchkey.v1.TokenService/Refresh`, for logs and metrics. */
  name: string;
  method: DescMethod;
  /** Null denies every caller. */
  access: Access | null;
  /** The largest request, in bytes. */
  maxBytes: number;
}
export type UnaryRoute = Entry & { kind: "unary"; handler: UnaryHandler };
export type StreamRoute = Entry & { kind: "stream"; handler: StreamHandler };
/** One RPC, as served by every transport. */
export type Route = UnaryRoute | StreamRoute;

export interface Implementations {
  tokens: Implementation<typeof TokenService>;
  consent: Implementation<typeof ConsentService>;
  apps: Implementation<typeof AppService>;
  installations: Implementation<typeof InstallationService>;
  accounts: Implementation<typeof AccountService>;
  audit: Implementation<typeof AuditService>;
  events: Implementation<typeof EventService>;
  webhooks: Implementation<typeof WebhookService>;
  platform: Implementation<typeof PlatformService>;
  reviews: Implementation<typeof ReviewService>;
  authorization: Implementation<typeof Authorization>;
}

/** Every RPC of every service. */
export function allRoutes(implementations: Implementations): Route[] {
  return [
    ...routesOf(TokenService, implementations.tokens),
    ...routesOf(ConsentService, implementations.consent),
    ...routesOf(AppService, implementations.apps),
    ...routesOf(InstallationService, implementations.installations),
    ...routesOf(AccountService, implementations.accounts),
    ...routesOf(AuditService, implementations.audit),
    ...routesOf(EventService, implementations.events),
    ...routesOf(WebhookService, implementations.webhooks),
    ...routesOf(PlatformService, implementations.platform),
    ...routesOf(ReviewService, implementations.reviews),
    ...routesOf(Authorization, implementations.authorization),
  ];
}

/** The RPCs of one service. */
export function routesOf<S extends DescService>(service: S, implementation: Implementation<S>): Route[] {
  const handlers: Readonly<Record<string, unknown>> = implementation;
  return service.methods.map((method): Route => {
    // `Implementation<S>` guarantees the handler types, which a dynamic method loses.
    const handler = handlers[method.localName];
    const entry: Entry = {
      name: `${service.typeName}/${method.name}`,
      method,
      access: accessOf(method),
      maxBytes: maxRequestBytes(method),
    };
    if (method.methodKind === "unary") return { ...entry, kind: "unary", handler: handler as UnaryHandler };
    if (method.methodKind === "server_streaming")
      return { ...entry, kind: "stream", handler: handler as StreamHandler };
    throw new TypeError(`${entry.name} streams requests, which no transport serves`);
  });
}

export function toMessage({ method }: UnaryRoute, response: Response): Message {
  return create(method.output, response instanceof EncodableResponse ? (response.toMessage() as Response) : response);
}

/** The response as encoded bytes. */
export function toBytes({ method }: UnaryRoute, response: Response): Uint8Array {
  if (response instanceof EncodableResponse) return response.toBytes();
  return toBinary(method.output, create(method.output, response));
}
