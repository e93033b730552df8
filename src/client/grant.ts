import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { IntrospectResponse } from "../../gen/latchkey/v1/token_service_pb.ts";

/** What a good access token opens: one merchant, through one app, with these scopes. */
export interface Grant {
  merchantId: string;
  clientId: string;
  scopes: ReadonlySet<string>;
  installationId: string;
  /** Rises at each re-install of the app on the merchant. */
  installationVersion: number;
  /** The account that consented. */
  accountId: string;
  tokenId: string;
  familyId: string;
  expiresAt: Date;
  issuer: string;
  /** A test merchant: no real data may be opened. */
  test: boolean;
}

/** The grant of an introspection answer; null when the token is not active. */
export function toGrant(answer: IntrospectResponse): Grant | null {
  if (answer.active !== true || answer.expiresAt === undefined) return null;
  return {
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
  };
}
