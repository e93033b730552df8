import { linesOf, type WriteSample } from "./sample.ts";

/** A shell script with curl and openssl. */
export const curlSample: WriteSample = ({ issuer, clientId, confidential, redirectUri, scope, refreshes }, texts) => {
  const credentials = confidential
    ? '  --user "$CLIENT_ID:$CLIENT_SECRET" \\'
    : '  --data-urlencode "client_id=$CLIENT_ID" \\';
  return linesOf(
    "set -eu",
    `ISSUER=${quote(issuer)}`,
    `CLIENT_ID=${quote(clientId)}`,
    `REDIRECT_URI=${quote(redirectUri)}`,
    confidential && 'test -n "$CLIENT_SECRET"',
    "",
    "STATE=$(openssl rand -hex 16)",
    "VERIFIER=$(openssl rand -hex 32)",
    'CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary |',
    '  openssl base64 -A | tr "+/" "-_" | tr -d "=")',
    `QUERY="client_id=${encoded(clientId)}"`,
    `QUERY="$QUERY&redirect_uri=${encoded(redirectUri)}"`,
    `QUERY="$QUERY&scope=${encoded(scope)}"`,
    'QUERY="$QUERY&state=$STATE&code_challenge=$CHALLENGE&code_challenge_method=S256"',
    `echo ${quote(texts.open)}`,
    'echo "$ISSUER/oauth/authorize?$QUERY"',
    "",
    `echo ${quote(texts.paste)}`,
    "read -r CALLBACK",
    String.raw`parameter() { printf %s "$CALLBACK" | sed -n "s/.*[?&]$1=\([^&#]*\).*/\1/p"; }`,
    'if [ "$(parameter state)" != "$STATE" ] ||',
    `  [ "$(parameter iss)" != ${quote(encodeURIComponent(issuer))} ]; then`,
    `  echo ${quote(texts.wrong)} >&2`,
    "  exit 1",
    "fi",
    "",
    'TOKENS=$(curl --silent --show-error --fail-with-body "$ISSUER/oauth/token" \\',
    credentials,
    "  --data grant_type=authorization_code \\",
    '  --data-urlencode "code=$(parameter code)" \\',
    '  --data-urlencode "redirect_uri=$REDIRECT_URI" \\',
    '  --data-urlencode "code_verifier=$VERIFIER") || { echo "$TOKENS" >&2; exit 1; }',
    ...(refreshes ? refresh(credentials) : ['echo "$TOKENS"']),
  );
};

const refresh = (credentials: string): string[] => [
  "",
  String.raw`REFRESH_TOKEN=$(printf %s "$TOKENS" | sed -n 's/.*"refresh_token":"\([^"]*\)".*/\1/p')`,
  'curl --silent --show-error --fail-with-body "$ISSUER/oauth/token" \\',
  credentials,
  "  --data grant_type=refresh_token \\",
  '  --data-urlencode "refresh_token=$REFRESH_TOKEN"',
];

/** A value in a query, without characters that double quotes of the shell expand. */
function encoded(value: string): string {
  return new URLSearchParams({ value }).toString().slice("value=".length);
}

/** A word of the shell in single quotes. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
