import { isIP } from "node:net";
import { z } from "zod";
import { accentError } from "../brand/accent.ts";
import { nameError } from "../brand/brand.ts";
import { supportError } from "../brand/support.ts";
import { parseKeySet } from "../credential/derive.ts";
import { isTokenPrefix } from "../credential/token.ts";
import { hostUrls, selectsPrimary } from "./database-url.ts";
import { parseSender, parseSmtpUrl } from "./smtp-url.ts";

/** A field parses one setting's text; its message completes the sentence "SETTING …". */
function field<T>(message: string, read: (text: string) => T | undefined) {
  return z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

const accepted = (message: string, isRight: (text: string) => boolean) =>
  field(message, (text) => (isRight(text) ? text : undefined));

/** A field with several messages. @param errorOf returns the message for a text; null if the text is valid */
const refused = (errorOf: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = errorOf(text);
    if (message !== null) context.addIssue({ code: "custom", message });
  });

export const anyText = z.string();

export function choice<const T extends string>(...values: T[]) {
  const last = values.at(-1);
  return field(`must be ${values.slice(0, -1).join(", ")} or ${last}`, (text) =>
    values.find((value) => value === text),
  );
}

export function whole(min: number, max: number, unit = "a whole number") {
  return field(`must be ${unit} from ${min} to ${max}`, (text) => {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined;
  });
}

export const port = whole(1, 65_535, "a port, a whole number");

export const seconds = (min: number, max: number) => whole(min, max, "a whole number of seconds");

/** Seconds with up to three decimals. */
export function fineSeconds(min: number, max: number) {
  return field(`must be a number of seconds from ${min} to ${max}`, (text) => {
    const value = Number(text);
    return /^\d+(\.\d{1,3})?$/.test(text) && value >= min && value <= max ? value : undefined;
  });
}

export const host = accepted("must be an IP address or a host name", isHost);

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text);
}

/** An origin, exactly as clients compare origins: only scheme, host and port. */
export const origin = accepted(
  'must be a bare origin such as "https://auth.example.com", in lower case, without path or trailing slash',
  (text) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text,
);

/** A URL without credentials: the exporters take those from `OTEL_EXPORTER_OTLP_HEADERS`. */
export const endpoint = accepted("must be an http or https URL such as http://127.0.0.1:4318", (text) => {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
});

/** The address of a request that readers of the documentation copy into a shell or a program. */
export const apiUrl = accepted(
  "must be an http or https URL such as https://sandbox.example.com/orders, without user name and fragment",
  (text) => {
    if (!/^https?:\/\/[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false;
    const { username, password } = new URL(text);
    return username === "" && password === "" && !text.includes("#");
  },
);

export const otlpProtocol = accepted("must be http/protobuf", (text) => text === "http/protobuf");

/** A number from 0 to 1. */
export const share = field("must be a number from 0 to 1", (text) => {
  const value = Number(text);
  return /^\d*\.?\d+$/.test(text) && value <= 1 ? value : undefined;
});

export const databaseUrl = accepted(
  "must be a URL such as postgres://user:password@host:5432/database, also with several hosts, host1:5432,host2:5432",
  isDatabaseUrl,
).pipe(
  accepted(
    "may have target_session_attrs=read-write or primary, and load_balance_hosts=disable or random",
    selectsPrimary,
  ),
);

function isDatabaseUrl(text: string): boolean {
  return hostUrls(text).every((url) => {
    if (!URL.canParse(url)) return false;
    const { protocol, hostname, pathname } = new URL(url);
    return /^postgres(ql)?:$/.test(protocol) && hostname !== "" && pathname.length > 1;
  });
}

const NAMED_RANGES = ["loopback", "linklocal", "uniquelocal"];

export const proxies = field(
  `must be none, or list IP addresses, CIDR ranges or the names ${NAMED_RANGES.join(", ")}, separated by commas`,
  (text) => {
    if (text === "none") return [];
    const entries = text.split(",").map((entry) => entry.trim());
    return entries.every((entry) => NAMED_RANGES.includes(entry) || isRange(entry)) ? entries : undefined;
  },
);

function isRange(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export const tokenPrefix = accepted("must be a letter and up to 15 letters or digits", isTokenPrefix);

export const tokenKey = accepted(
  "must be 32 bytes in base64url (43 characters, no padding), as `openssl rand -base64 32 | tr '+/' '-_' | tr -d =` prints, or several of them separated by commas, no two alike",
  (text) => parseKeySet(text).kind === "keys",
);

export const serviceKey = accepted("must be a service key, <prefix>_sk_ and 71 letters or digits", (text) =>
  /^[A-Za-z][A-Za-z0-9]{0,15}_sk_[0-9A-Za-z]{71}$/.test(text),
);

export const smtpUrl = field(
  "must be smtp://user:password@host:587 or smtps://user:password@host:465, without path and query",
  (text) => parseSmtpUrl(text) ?? undefined,
);

export const sender = field(
  "must be an address such as no-reply@example.com or Example <no-reply@example.com>",
  (text) => parseSender(text) ?? undefined,
);

export const scopes = field("must be scopes separated by spaces, openid among them", (text) => {
  const list = text.split(" ").filter((scope) => scope !== "");
  return list.includes("openid") ? list : undefined;
});

/** A claim of the ID token and the value that it must equal or, as a list, contain. */
export interface ClaimMatch {
  claim: string;
  value: string;
}

export const claimMatch = field(
  "must be claim=value, such as groups=latchkey-operators",
  (text): ClaimMatch | undefined => {
    const [, claim, value] = /^([^=\s]+)=(.+)$/.exec(text) ?? [];
    return claim && value ? { claim, value } : undefined;
  },
);

export const platformName = refused(nameError);

export const accentColor = refused(accentError);

export const supportContact = refused(supportError);
