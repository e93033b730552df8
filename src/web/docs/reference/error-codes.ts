import { type BearerCode, httpStatusOf, OAUTH_CODES, type OAuthCode } from "../../../oauth/errors.ts";
import type { Endpoint } from "./openapi.ts";

type Code = OAuthCode | BearerCode;
type Place = Pick<Endpoint, "operation">;

/** The codes of status 400, in addition to `invalid_request`. */
const BAD_REQUESTS: Readonly<Record<string, readonly Code[]>> = {
  token: ["invalid_grant", "invalid_scope", "unauthorized_client", "unsupported_grant_type"],
  revoke: ["unauthorized_client"],
  uninstall: ["unauthorized_client"],
};

/** The values of `error` in JSON responses with this status, at any of the endpoints. */
export function errorCodesOf(status: string, endpoints: readonly Place[]): Code[] {
  return [...new Set(endpoints.flatMap(({ operation }) => codesAt(operation, status)))];
}

/** The responses of the authorization endpoint are pages, without a code. */
function codesAt(operation: string, status: string): readonly Code[] {
  if (operation.startsWith("authorize")) return [];
  switch (status) {
    case "400":
      return ["invalid_request", ...(BAD_REQUESTS[operation] ?? [])];
    case "401":
      return operation === "introspect" ? ["invalid_client", "invalid_token"] : ["invalid_client"];
    case "403":
      return ["insufficient_scope"];
    case "405":
    case "413":
    case "415":
      return ["invalid_request"];
    default:
      return OAUTH_CODES.filter((code) => [httpStatusOf(code, true), httpStatusOf(code)].includes(Number(status)));
  }
}
