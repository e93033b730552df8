import type { FastifyInstance } from "fastify";
import { ADDRESS } from "../../../rpc/metadata.ts";
import type { PageContext } from "../../router/page-router.ts";
import { WRITERS } from "../reference/requests.ts";

/** A request to an OAuth endpoint and its response, as the page shows them. */
export interface HttpExchange {
  request: string;
  response: string;
  /** The request as a command, with the secret in a variable. */
  curl: string;
  status: number;
  /** The status with its reason phrase. */
  statusLine: string;
  /** The members of a JSON response. */
  body: Readonly<Record<string, unknown>>;
}

export interface AppCall {
  path: "/oauth/token" | "/oauth/revoke" | "/oauth/uninstall";
  parameters: Readonly<Record<string, string>>;
  /** The client secret; empty for a public app. It is sent, but never shown. */
  clientSecret: string;
}

const SHOWN_HEADERS = ["content-type", "cache-control", "retry-after", "www-authenticate", "x-request-id"];

/**
 * Sends a request of an app to the OAuth routes of this gateway, with all of their checks. The request carries the developer's client
 * address, so that failed authentications count against the developer's own limit.
 */
export async function callEndpoint(app: FastifyInstance, context: PageContext, call: AppCall): Promise<HttpExchange> {
  const { path, parameters, clientSecret } = call;
  const { headers } = context.call;
  const secret: Record<string, string> = clientSecret === "" ? {} : { client_secret: clientSecret };
  const { host } = new URL(context.web.publicUrl);
  const response = await app.inject({
    method: "POST",
    url: path,
    remoteAddress: (headers as Record<string, string>)[ADDRESS],
    headers: { host, "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ ...parameters, ...secret }).toString(),
  });
  const shown = { ...parameters, ...(clientSecret !== "" && { client_secret: "••••••••" }) };
  const body = response.body === "" ? {} : response.json<Record<string, unknown>>();
  const { client_id: id = "", ...form } = parameters;
  const secretUser = clientSecret === "" ? null : { id, secret: "CLIENT_SECRET" };
  const received = SHOWN_HEADERS.filter((name) => response.headers[name] !== undefined);
  return {
    request: [
      `POST ${path} HTTP/1.1`,
      `Host: ${host}`,
      "Content-Type: application/x-www-form-urlencoded",
      "",
      Object.entries(shown)
        .map(([name, value]) => `${name}=${name === "client_secret" ? value : encodeURIComponent(value)}`)
        .join("\n&"),
    ].join("\n"),
    response: [
      `HTTP/1.1 ${response.statusCode} ${response.statusMessage}`,
      ...received.map((name) => `${name}: ${String(response.headers[name])}`),
      ...(response.body === "" ? [] : ["", JSON.stringify(body, null, 2)]),
    ].join("\n"),
    curl: WRITERS.curl({
      url: context.web.publicUrl + path,
      user: secretUser,
      form: secretUser === null ? parameters : form,
    }),
    status: response.statusCode,
    statusLine: `${response.statusCode} ${response.statusMessage}`,
    body,
  };
}
