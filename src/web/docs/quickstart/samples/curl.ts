import { linesOf, type SampleClient, type SampleTexts, type WriteSample } from "./sample.ts";

/** Commands with curl and openssl. A step that reads input ends with it, so that each can be pasted. */
export const curlSample: WriteSample = (client, texts) => {
  const credentials = client.confidential
    ? '  --user "$CLIENT_ID:$CLIENT_SECRET" \\'
    : '  --data-urlencode "client_id=$CLIENT_ID" \\';
  return [
    { part: "values" },
    values(client),
    "",
    { part: "authorize" },
    PKCE,
    authorize(texts),
    "",
    { part: "redirect" },
    check(client, texts),
    "",
    { part: "exchange" },
    exchange(credentials),
    ...(client.refreshes ? ["", { part: "refresh" } as const, refresh(credentials)] : []),
  ];
};

const values = ({ issuer, clientId, confidential, redirectUri, scope }: SampleClient) =>
  linesOf(
    `ISSUER=${quote(issuer)}`,
    `CLIENT_ID=${quote(clientId)}`,
    confidential && "CLIENT_SECRET='lk_cs_…'",
    `REDIRECT_URI=${quote(redirectUri)}`,
    `SCOPE=${quote(scope)}`,
  );

const PKCE = linesOf(
  "STATE=$(openssl rand -hex 16)",
  "VERIFIER=$(openssl rand -hex 32)",
  'CHALLENGE=$(printf %s "$VERIFIER" |',
  "  openssl dgst -sha256 -binary |",
  '  openssl base64 -A | tr "+/" "-_" | tr -d "=")',
);

const authorize = ({ open, paste }: SampleTexts) =>
  linesOf(
    "encode() {",
    '  printf %s "$1" |',
    `    sed 's/%/%25/g;s/&/%26/g;s/#/%23/g;s/+/%2B/g;s/ /%20/g'`,
    "}",
    `echo ${quote(open)}`,
    'echo "$ISSUER/oauth/authorize?client_id=$CLIENT_ID\\',
    '&redirect_uri=$(encode "$REDIRECT_URI")\\',
    '&scope=$(encode "$SCOPE")&state=$STATE\\',
    '&code_challenge=$CHALLENGE&code_challenge_method=S256"',
    `echo ${quote(paste)}`,
    "read -r CALLBACK",
  );

const check = ({ issuer }: SampleClient, { wrong }: Pick<SampleTexts, "wrong">) =>
  linesOf(
    "parameter() {",
    '  printf %s "$CALLBACK" |',
    String.raw`    sed -n "s/.*[?&]$1=\([^&#]*\).*/\1/p"`,
    "}",
    "CODE=",
    'if [ "$(parameter state)" = "$STATE" ] &&',
    `  [ "$(parameter iss)" = ${quote(encodeURIComponent(issuer))} ]; then`,
    "  CODE=$(parameter code)",
    '  [ -n "$CODE" ] || parameter error >&2',
    "else",
    `  echo ${quote(wrong)} >&2`,
    "fi",
  );

const exchange = (credentials: string) =>
  linesOf(
    '[ -n "$CODE" ] && {',
    "  TOKENS=$(curl --silent --show-error --fail-with-body \\",
    '    "$ISSUER/oauth/token" \\',
    `  ${credentials}`,
    "    --data grant_type=authorization_code \\",
    '    --data-urlencode "code=$CODE" \\',
    '    --data-urlencode "redirect_uri=$REDIRECT_URI" \\',
    '    --data-urlencode "code_verifier=$VERIFIER")',
    '  echo "$TOKENS"',
    "}",
  );

const refresh = (credentials: string) =>
  linesOf(
    'REFRESH_TOKEN=$(printf %s "$TOKENS" |',
    String.raw`  sed -n 's/.*"refresh_token":"\([^"]*\)".*/\1/p')`,
    '[ -n "$REFRESH_TOKEN" ] && {',
    "  curl --silent --show-error --fail-with-body \\",
    '    "$ISSUER/oauth/token" \\',
    `  ${credentials}`,
    "    --data grant_type=refresh_token \\",
    '    --data-urlencode "refresh_token=$REFRESH_TOKEN"',
    "}",
  );

/** A word of the shell in single quotes. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
