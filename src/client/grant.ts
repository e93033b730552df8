import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { IntrospectResponse } from "../../gen/latchkey/v1/token_service_pb.ts";

/** What a good access token opens: one merchant, through one app, with these scopes. Many requests may share it: it is not to be changed. */
export interface Grant {
  readonly merchantId: string;
  readonly clientId: string;
  readonly scopes: ReadonlySet<string>;
  readonly installationId: string;
  /** Rises at each re-install of the app on the merchant. */
  readonly installationVersion: number;
  /** The account that consented. */
  readonly accountId: string;
  readonly tokenId: string;
  readonly familyId: string;
  readonly expiresAt: Date;
  readonly issuer: string;
  /** A test merchant: no real data may be opened. True only for keys with `tokens:introspect_test`. */
  readonly test: boolean;
  /** Only where the core could not be reached and a kept grant was given: how old the knowledge behind it is, in milliseconds. */
  readonly staleMs?: number;
}

/** The grant of an introspection answer; null when the token is not active. */
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
