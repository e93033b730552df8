import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ClientCredentialsSchema } from "../../gen/latchkey/v1/token_service_pb.ts";
import { OAuthError } from "../oauth/errors.ts";
import { isLegalText } from "../oauth/parameters.ts";
import { decodeFormComponent } from "./parameters/form.ts";
import type { Parameters } from "./parameters/single-valued.ts";

export type Credentials = MessageInitShape<typeof ClientCredentialsSchema>;

interface Basic {
  clientId: string;
  clientSecret: string;
}

/**
 * The app's name and proof, from the Authorization header or the body. Whether they are right is the core's question, and so is what a
 * missing name or proof means.
 * @returns null for an Authorization header that no app can have meant: 401, once the request itself is found in order
 * @throws OAuthError credentials_twice, a fault of the request
 */
export function readCredentials(authorization: string | undefined, parameters: Parameters): Credentials | null {
  const clientId = parameters.get("client_id") ?? "";
  const clientSecret = parameters.get("client_secret") ?? "";
  if (authorization === undefined) return toCredentials({ clientId, clientSecret });
  // Two proofs may disagree, and then nobody could say who speaks.
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

// The alphabet and padding of base64 to the letter: Buffer alone would skip what it does not know.
const BASIC = /^basic +((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/i;

function parseBasic(authorization: string): Basic | null {
  const encoded = BASIC.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const pair = Buffer.from(encoded, "base64").toString("latin1");
  const colon = pair.indexOf(":");
  if (colon === -1) return null;
  // Both parts are form-encoded before they are joined, which leaves base 62 as it is.
  const clientId = decodeFormComponent(pair.slice(0, colon));
  const clientSecret = decodeFormComponent(pair.slice(colon + 1));
  return isLegalText(clientId) && clientId !== "" && isLegalText(clientSecret) ? { clientId, clientSecret } : null;
}
