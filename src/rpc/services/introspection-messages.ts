import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type Duration, DurationSchema } from "@bufbuild/protobuf/wkt";
import { type IntrospectResponseSchema, TokenKind } from "../../../gen/latchkey/v1/token_service_pb.ts";
import type { Introspection } from "../../service/tokens/operations.ts";
import { toTimestamp } from "./fields.ts";

/** `active` is always set: an absent field must not read as inactive. */
export function toIntrospection(token: Introspection): MessageInitShape<typeof IntrospectResponseSchema> {
  if (!token.active) return { active: false };
  const access = token.tokenKind === "access";
  return {
    ...token,
    tokenKind: access ? TokenKind.ACCESS : TokenKind.REFRESH,
    tokenType: access ? "Bearer" : "",
    issuedAt: toTimestamp(token.issuedAt),
    expiresAt: toTimestamp(token.expiresAt),
    validFor: toDuration(token.validFor),
  };
}

function toDuration(micros: number): Duration {
  const seconds = Math.floor(micros / 1_000_000);
  return create(DurationSchema, {
    seconds: BigInt(seconds),
    nanos: Math.floor(micros - seconds * 1_000_000) * 1_000,
  });
}
