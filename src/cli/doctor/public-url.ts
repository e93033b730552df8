import { get as getHttp, type IncomingMessage } from "node:http";
import { get as getHttps } from "node:https";
import { json } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import type { Environment } from "../../config/secret-files.ts";
import { describeExpiry } from "./certificates.ts";
import { type Finding, NotApplicableError } from "./report.ts";

const PATH = "/.well-known/oauth-authorization-server";
const TIMEOUT_MS = 5_000;
/** The tolerated clock difference in seconds. The header `Date` has whole seconds only. */
const CLOCK_SKEW = 3;

interface Answer {
  status: number;
  issuer: unknown;
  /** The date of the response in milliseconds since 1970; NaN if it has none. */
  date: number;
  certificateExpiresAt: number | null;
}

/** Fetches the metadata as an app does, through proxies and load balancers. @see RFC 8414 §3 */
export async function checkPublicUrl(env: Environment): Promise<Finding[]> {
  const url = env.PUBLIC_URL;
  if (!url || !URL.canParse(url)) throw new NotApplicableError("set PUBLIC_URL");
  const answer = await fetchMetadata(url).catch((error: Error) => unreachable(url, error));
  if ("problem" in answer) return [answer];
  const certificate =
    answer.certificateExpiresAt === null
      ? []
      : describeExpiry(answer.certificateExpiresAt, {
          what: `The certificate of ${url}`,
          effect: "Browsers and apps then refuse the service.",
          fix: "Renew it where TLS is terminated.",
        });
  return [...describeIssuer(url, answer), ...describeClock(url, answer), ...certificate];
}

async function fetchMetadata(url: string): Promise<Answer> {
  const get = url.startsWith("https:") ? getHttps : getHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = get(new URL(PATH, url), { agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) }, resolve);
    request.on("error", reject);
  });
  const certificate = (response.socket as Partial<TLSSocket>).getPeerCertificate?.();
  const body = await json(response).catch(() => null);
  return {
    status: response.statusCode ?? 0,
    issuer: typeof body === "object" && body !== null && "issuer" in body ? body.issuer : null,
    date: Date.parse(response.headers.date ?? ""),
    certificateExpiresAt: certificate?.valid_to === undefined ? null : Date.parse(certificate.valid_to),
  };
}

const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY))/;

function unreachable(url: string, error: Error & { code?: string }): Finding {
  if (CERTIFICATE.test(error.code ?? ""))
    return {
      severity: "problem",
      problem: `The certificate of ${url} is not accepted: ${error.message}.`,
      effect: "Browsers and apps refuse the service.",
      fix: "Install a certificate for this host of a CA that clients trust; for a private CA, run doctor with NODE_EXTRA_CA_CERTS.",
    };
  const reason =
    error.name === "TimeoutError" ? `no answer within ${TIMEOUT_MS / 1_000} s` : error.message || error.code;
  return {
    severity: "warning",
    problem: `${url} cannot be reached from this machine: ${reason}.`,
    effect: "If clients cannot reach it either, no app gets tokens.",
    fix: "Check the name in DNS, the proxy, and that a gateway runs behind it.",
  };
}

function describeIssuer(url: string, { status, issuer }: Answer): Finding[] {
  if (status !== 200 || issuer === null)
    return [
      {
        severity: "problem",
        problem: `${url}${PATH} answers ${status}${status === 200 ? " without an issuer" : ""}.`,
        effect: "Apps cannot use the service at this URL.",
        fix: "Check that the proxy forwards all paths to the gateways, and that a gateway is ready.",
      },
    ];
  if (issuer === url.replace(/\/$/, "")) return [];
  return [
    {
      severity: "problem",
      problem: `The gateway behind ${url} has the issuer ${JSON.stringify(issuer)}.`,
      effect: "Apps that verify the issuer refuse its answers, and links lead to the other URL.",
      fix: "Give all cores and gateways the same PUBLIC_URL, and check where the proxy forwards to.",
    },
  ];
}

function describeClock(url: string, { date }: Answer): Finding[] {
  const skew = (date - Date.now()) / 1_000;
  if (!(Math.abs(skew) > CLOCK_SKEW)) return [];
  return [
    {
      severity: "warning",
      problem: `The clock of ${url} is about ${Math.round(Math.abs(skew))} s ${skew < 0 ? "behind" : "ahead of"} that of this machine.`,
      effect: "Times in logs differ, and certificates can seem expired or not yet valid.",
      fix: "Synchronize both machines with NTP.",
    },
  ];
}
