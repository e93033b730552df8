import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { HeaderValueOption_HeaderAppendAction } from "../../../gen/envoy/config/core/v3/base_pb.ts";
import { type CheckRequest, CheckResponseSchema } from "../../../gen/envoy/service/auth/v3/external_auth_pb.ts";
import { RequestError } from "../../service/errors.ts";
import type { RequestDecision } from "../../service/tokens/authorize-request.ts";
import { encodable } from "../transports/implementation.ts";

type CheckResponse = MessageInitShape<typeof CheckResponseSchema>;
type ActiveToken = Extract<RequestDecision, { kind: "granted" }>["token"];
type BearerError = Extract<RequestDecision, { kind: "refused" }>["error"];

/** The request headers that tell the API the token's identity. */
const IDENTITY_HEADERS = {
  merchant_id_header: "x-merchant-id",
  client_id_header: "x-client-id",
  installation_id_header: "x-installation-id",
  scopes_header: "x-scopes",
} as const;

type HeaderNames = Readonly<Record<keyof typeof IDENTITY_HEADERS, string>>;

/**
 * The presented token and the required scopes of a check: `scope` in `context_extensions`, separated by spaces. @throws RequestError for
 * unknown keys and invalid header names in `context_extensions`
 */
export function fromCheckRequest({ attributes }: CheckRequest) {
  const { scope, ...names } = attributes?.contextExtensions ?? {};
  const http = attributes?.request?.http;
  return {
    authorization: authorizationOf(http),
    requiredScopes: scope === undefined ? [] : [scope],
    headerNames: headerNamesOf(names),
  };
}

type HttpRequest = NonNullable<NonNullable<CheckRequest["attributes"]>["request"]>["http"];

/** Envoy merges repeated headers with commas, unless `encode_raw_headers` is set. */
function authorizationOf(http: HttpRequest): string[] {
  const merged = http?.headers.authorization;
  const raw = (http?.headerMap?.headers ?? []).filter(({ key }) => key.toLowerCase() === "authorization");
  const values = raw.map(({ value, rawValue }) => value || Buffer.from(rawValue).toString("latin1"));
  return merged === undefined ? values : [merged, ...values];
}

// Excludes pseudo-headers and headers that route or frame the request.
const HEADER_NAME =
  /^(?!(?:host|connection|content-length|transfer-encoding|te|upgrade|authorization)$)[a-z0-9][a-z0-9-]{0,63}$/;

function headerNamesOf(given: Readonly<Record<string, string>>): HeaderNames {
  const entries = Object.entries(given);
  if (entries.length === 0) return IDENTITY_HEADERS;
  for (const [key, name] of entries) {
    if (!Object.hasOwn(IDENTITY_HEADERS, key))
      throw wrongConfiguration(`context_extensions has an unknown key, ${key}`);
    if (!HEADER_NAME.test(name)) throw wrongConfiguration(`${key} in context_extensions is no lower-case header name`);
  }
  const names = { ...IDENTITY_HEADERS, ...given };
  if (new Set(Object.values(names)).size < Object.keys(names).length)
    throw wrongConfiguration("context_extensions names one header twice");
  return names;
}

function wrongConfiguration(fault: string): RequestError {
  return new RequestError(
    "invalid_argument",
    "CONTEXT_EXTENSIONS",
    `${fault}: correct the configuration of the proxy.`,
  );
}

/** Encoded grants with the default header names. A cached token is encoded once. */
const encoded = new WeakMap<ActiveToken, Uint8Array>();

/** Grants the request, and overwrites the client's values of all identity headers. */
export function toOkResponse(token: ActiveToken, names: HeaderNames): CheckResponse {
  const message = () => okMessage(token, names);
  if (names !== IDENTITY_HEADERS) return message();
  return encodable<typeof CheckResponseSchema>(message, () => {
    let bytes = encoded.get(token);
    if (bytes === undefined) {
      bytes = toBinary(CheckResponseSchema, create(CheckResponseSchema, message()));
      encoded.set(token, bytes);
    }
    return bytes;
  });
}

function okMessage(token: ActiveToken, names: HeaderNames): CheckResponse {
  const headers = [
    header(names.merchant_id_header, token.merchantId),
    header(names.client_id_header, token.clientId),
    header(names.installation_id_header, token.installationId),
    header(names.scopes_header, token.scopes.join(" ")),
  ];
  const used = new Set(Object.values(names));
  // Removes unused default names, because their value may come from the client. Envoy removes headers after it sets others, so names
  // in use must not be listed.
  const headersToRemove = Object.values(IDENTITY_HEADERS).filter((name) => !used.has(name));
  return { status: { code: 0 }, httpResponse: { case: "okResponse", value: { headers, headersToRemove } } };
}

/** Refuses the request with the challenge and body for the client. */
export function toDeniedResponse({ status, error, description, challenge }: BearerError): CheckResponse {
  const headers = [
    header("www-authenticate", challenge),
    header("cache-control", "no-store"),
    header("content-type", "application/json"),
  ];
  const body = JSON.stringify({ error, error_description: description });
  const code = status === 401 ? Code.Unauthenticated : Code.PermissionDenied;
  return {
    status: { code, message: description },
    httpResponse: { case: "deniedResponse", value: { status: { code: status }, headers, body } },
  };
}

/** Sets `append` for older versions of Envoy and `append_action` for newer versions. */
function header(key: string, value: string) {
  const appendAction = HeaderValueOption_HeaderAppendAction.OVERWRITE_IF_EXISTS_OR_ADD;
  return { header: { key, value }, append: false, appendAction };
}
