import {
  Consistency as ConsistencyName,
  type RevokeBeforeRequest,
  type TokenService,
} from "../../../gen/latchkey/v1/token_service_pb.ts";
import { batchIntrospect } from "../../service/tokens/batch-introspect.ts";
import type { TokenDependencies } from "../../service/tokens/dependencies.ts";
import { exchange } from "../../service/tokens/exchange.ts";
import { introspect } from "../../service/tokens/introspect.ts";
import type { Consistency } from "../../service/tokens/introspect-tokens.ts";
import { issue } from "../../service/tokens/issue.ts";
import { refresh } from "../../service/tokens/refresh.ts";
import { revoke } from "../../service/tokens/revoke.ts";
import { type RevokeSubject, revokeBefore } from "../../service/tokens/revoke-before.ts";
import type { TokenPair } from "../../service/tokens/token-pair.ts";
import { watchRevocations } from "../../service/tokens/watch-revocations.ts";
import type { Implementation } from "../transports/implementation.ts";
import { fromCredentials } from "./credentials-messages.ts";
import { fromTimestamp, nameOf, toTimestamp } from "./fields.ts";
import { toBatchIntrospectResponse, toIntrospectResponse } from "./introspection-messages.ts";
import { toRevocationMessage } from "./revocation-messages.ts";

export function tokenService(deps: TokenDependencies): Implementation<typeof TokenService> {
  return {
    async issue(request, call) {
      const { code, expiresAt, redirectTo } = await issue(deps, request, call);
      return { code, expiresAt: toTimestamp(expiresAt), redirectTo };
    },
    exchange: async ({ credentials, ...request }, call) =>
      toPairMessage(await exchange(deps, { ...request, credentials: fromCredentials(credentials) }, call)),
    refresh: async ({ credentials, ...request }, call) =>
      toPairMessage(await refresh(deps, { ...request, credentials: fromCredentials(credentials) }, call)),
    async introspect({ token, tokenTypeHint, consistency }, call) {
      const request = { token, tokenTypeHint, consistency: fromConsistency(consistency) };
      return toIntrospectResponse(await introspect(deps, request, call));
    },
    async batchIntrospect({ tokens, consistency }, call) {
      const request = { tokens, consistency: fromConsistency(consistency) };
      return toBatchIntrospectResponse(await batchIntrospect(deps, request, call));
    },
    async *watchRevocations({ cursor }, call) {
      for await (const message of watchRevocations(deps, { cursor }, call)) yield toRevocationMessage(message);
    },
    async revoke({ credentials, ...request }, call) {
      await revoke(deps, { ...request, credentials: fromCredentials(credentials) }, call);
      return {};
    },
    async revokeBefore({ subject, notBefore }, call) {
      const request = { subject: fromSubject(subject), notBefore: fromTimestamp(notBefore) };
      return { notBefore: toTimestamp((await revokeBefore(deps, request, call)).notBefore) };
    },
  };
}

/** Protobuf has no null: an app without refresh tokens gets an empty one. */
export function toPairMessage({ refreshToken, refreshTokenExpiresIn, ...pair }: TokenPair) {
  return { ...pair, refreshToken: refreshToken ?? "", refreshTokenExpiresIn: refreshTokenExpiresIn ?? 0 };
}

export function fromConsistency(consistency: ConsistencyName): Consistency {
  const name = nameOf(ConsistencyName, consistency, "consistency");
  return name === "FULLY_CONSISTENT" ? "fully_consistent" : "minimize_latency";
}

/** Null for a missing or empty subject, so that an empty field revokes nothing. */
export function fromSubject(subject: RevokeBeforeRequest["subject"]): RevokeSubject | null {
  if (subject.case === "clientId" && subject.value !== "") return { kind: "app", clientId: subject.value };
  if (subject.case === "merchantId" && subject.value !== "") return { kind: "merchant", merchantId: subject.value };
  return subject.case === "everything" && subject.value ? { kind: "everything" } : null;
}
