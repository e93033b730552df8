import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { IntrospectResponse } from "../../gen/latchkey/v1/token_service_pb.ts";

/** The grant of an active access token: one merchant, one app, a set of scopes. Requests share the object; do not modify it. */
export interface Grant {
  readonly merchantId: string;
  readonly clientId: string;
  readonly scopes: ReadonlySet<string>;
  readonly installationId: string;
  /** Increments with each re-install of the app on the merchant. */
  readonly installationVersion: number;
  /** The account that gave consent. */
  readonly accountId: string;
  readonly tokenId: string;
  readonly familyId: string;
  readonly expiresAt: Date;
  readonly issuer: string;
  /** True for a test merchant, for which the API must serve no real data. Only keys with `tokens:introspect_test` get such grants. */
  readonly test: boolean;
  /** The age of the revocation data in milliseconds. Set only by `onUnreachable: "serveStale"` while the core is unreachable. */
  readonly staleMs?: number;
}

/** The grant of an introspection response; null for an inactive token. */
export function toGrant(answer: IntrospectResponse): Grant | null {
  if (answer.active !== true || answer.expiresAt === undefined) return null;
  return Object.freeze({
    merchantId: answer.merchantId,
    clientId: answer.clientId,
    scopes: new Set(answer.scopes),
    installationId: answer.installationId,
    installationVersion: answer.installationVersion,
    accountId: answer.accountId,
    tokenId: answer.tokenId,
    familyId: answer.familyId,
    expiresAt: timestampDate(answer.expiresAt),
    issuer: answer.issuer,
    test: answer.test,
  });
}
