import {
  Consistency as ConsistencyName,
  type RevokeBeforeRequest,
  type TokenService,
} from "../../../gen/latchkey/v1/token_service_pb.ts";
import type { Consistency, RevokeSubject, TokenOperations, TokenPair } from "../../service/tokens/operations.ts";
import type { Implementation } from "../transports/implementation.ts";
import { fromCredentials } from "./credentials.ts";
import { fromTimestamp, nameOf, toTimestamp } from "./fields.ts";
import { toBatchIntrospectResponse, toIntrospectResponse } from "./introspection-messages.ts";
import { toRevocationMessage } from "./revocation-messages.ts";

/** TokenService over the operations on tokens. */
export function tokenService(tokens: TokenOperations): Implementation<typeof TokenService> {
  return { ...granting(tokens), ...looking(tokens), ...ending(tokens) };
}

function granting(tokens: TokenOperations) {
  return {
    async issue(request, call) {
      const { code, expiresAt, redirectTo } = await tokens.issue(request, call);
      return { code, expiresAt: toTimestamp(expiresAt), redirectTo };
    },
    exchange: async ({ credentials, ...request }, call) =>
      toPair(await tokens.exchange({ ...request, credentials: fromCredentials(credentials) }, call)),
    refresh: async ({ credentials, ...request }, call) =>
      toPair(await tokens.refresh({ ...request, credentials: fromCredentials(credentials) }, call)),
  } satisfies Partial<Implementation<typeof TokenService>>;
}

function looking(tokens: TokenOperations) {
  return {
    async introspect({ token, tokenTypeHint, consistency }, call) {
      return toIntrospectResponse(
        await tokens.introspect({ token, tokenTypeHint, consistency: fromConsistency(consistency) }, call),
      );
    },
    async batchIntrospect(request, call) {
      const consistency = fromConsistency(request.consistency);
      return toBatchIntrospectResponse(await tokens.batchIntrospect({ tokens: request.tokens, consistency }, call));
    },
    async *watchRevocations({ cursor }, call) {
      for await (const message of tokens.watchRevocations({ cursor }, call)) yield toRevocationMessage(message);
    },
  } satisfies Partial<Implementation<typeof TokenService>>;
}

function ending(tokens: TokenOperations) {
  return {
    async revoke({ credentials, token, tokenTypeHint }, call) {
      await tokens.revoke({ credentials: fromCredentials(credentials), token, tokenTypeHint }, call);
      return {};
    },
    async revokeBefore({ subject, notBefore }, call) {
      const ended = await tokens.revokeBefore(
        { subject: fromSubject(subject), notBefore: fromTimestamp(notBefore) },
        call,
      );
      return { notBefore: toTimestamp(ended.notBefore) };
    },
  } satisfies Partial<Implementation<typeof TokenService>>;
}

function toPair({ refreshToken, refreshTokenExpiresIn, ...pair }: TokenPair) {
  return { ...pair, refreshToken: refreshToken ?? "", refreshTokenExpiresIn: refreshTokenExpiresIn ?? 0 };
}

function fromConsistency(consistency: ConsistencyName): Consistency {
  const name = nameOf(ConsistencyName, consistency, "consistency");
  return name === "FULLY_CONSISTENT" ? "fully_consistent" : "minimize_latency";
}

function fromSubject(subject: RevokeBeforeRequest["subject"]): RevokeSubject | null {
  if (subject.case === "clientId" && subject.value !== "") return { kind: "app", clientId: subject.value };
  if (subject.case === "merchantId" && subject.value !== "") return { kind: "merchant", merchantId: subject.value };
  return subject.case === "everything" && subject.value ? { kind: "everything" } : null;
}
