import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ClientCredentialsSchema } from "../../gen/latchkey/v1/token_service_pb.ts";
import { parseBasicCredentials } from "../http/basic-authentication.ts";
import { OAuthError } from "../oauth/errors.ts";
import { isLegalText } from "../oauth/parameters.ts";
import type { Parameters } from "./parameters/single-valued.ts";

export type Credentials = MessageInitShape<typeof ClientCredentialsSchema>;

interface Basic {
  clientId: string;
  clientSecret: string;
}

/**
 * Reads client credentials from the Authorization header or the body (RFC 6749 §2.3.1). The core validates them.
 * @returns null for a malformed Authorization header. The route checks the rest of the request, then responds 401
 * @throws OAuthError credentials_twice
 */
export function readCredentials(authorization: string | undefined, parameters: Parameters): Credentials | null {
  const clientId = parameters.get("client_id") ?? "";
  const clientSecret = parameters.get("client_secret") ?? "";
  if (authorization === undefined) return toCredentials({ clientId, clientSecret });
  // RFC 6749 §2.3: a client MUST NOT use more than one authentication method per request.
  if (clientSecret !== "") throw new OAuthError("credentials_twice");
  const basic = parseBasic(authorization);
  if (basic === null) return null;
  if (clientId !== "" && clientId !== basic.clientId) throw new OAuthError("credentials_twice");
  return toCredentials(basic);
}

function toCredentials({ clientId, clientSecret }: Basic): Credentials {
  const proof: Credentials["proof"] =
    clientSecret === "" ? { case: "publicClient", value: {} } : { case: "clientSecret", value: clientSecret };
  return { clientId, proof };
}

function parseBasic(authorization: string): Basic | null {
  const { user: clientId = null, password: clientSecret = null } = parseBasicCredentials(authorization) ?? {};
  return isLegalText(clientId) && clientId !== "" && isLegalText(clientSecret) ? { clientId, clientSecret } : null;
}
