import { listeningPort } from "./loopback.ts";
import { literal, type MarkedLine, type SampleTexts, type WriteSample } from "./sample.ts";

/** A Python 3 program that uses only the standard library. */
export const pythonSample: WriteSample = (client, texts) => {
  const { issuer, clientId, confidential, redirectUri, scope, refreshes } = client;
  const port = listeningPort(client);
  return [
    { part: "values" },
    "import base64",
    "import hashlib",
    port !== null && "import http.server",
    "import json",
    confidential && "import os",
    "import secrets",
    "import urllib.error",
    "import urllib.parse",
    "import urllib.request",
    "",
    `ISSUER = ${literal(issuer)}`,
    `CLIENT_ID = ${literal(clientId)}`,
    confidential && 'CLIENT_SECRET = os.environ["CLIENT_SECRET"]',
    `REDIRECT_URI = ${literal(redirectUri)}`,
    `SCOPE = ${literal(scope)}`,
    "",
    { part: "authorize" },
    "state = secrets.token_urlsafe(16)",
    "verifier = secrets.token_urlsafe(32)",
    "digest = hashlib.sha256(verifier.encode()).digest()",
    'challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()',
    "query = urllib.parse.urlencode({",
    '    "client_id": CLIENT_ID,',
    '    "redirect_uri": REDIRECT_URI,',
    '    "scope": SCOPE,',
    '    "state": state,',
    '    "code_challenge": challenge,',
    '    "code_challenge_method": "S256",',
    "})",
    `print(${literal(texts.open)})`,
    'print(f"{ISSUER}/oauth/authorize?{query}")',
    "",
    { part: "redirect" },
    ...(port === null ? paste(texts) : listen(port, texts)),
    'if callback.get("state") != state or callback.get("iss") != ISSUER:',
    `    raise SystemExit(${literal(texts.wrong)})`,
    'if "error" in callback:',
    '    raise SystemExit(callback["error_description"])',
    "",
    "",
    { part: "exchange" },
    ...requestTokens(confidential),
    "",
    "",
    ...EXCHANGE,
    ...(refreshes ? REFRESH : []),
    "print(json.dumps(tokens, indent=2))",
  ];
};

const paste = (texts: SampleTexts): string[] => [
  `print(${literal(texts.paste)})`,
  "address = input()",
  "",
  "parts = urllib.parse.urlsplit(address)",
  "callback = dict(urllib.parse.parse_qsl(parts.query))",
];

/** The handler has a timeout, because browsers open connections on which they send nothing. */
const listen = (port: string, texts: SampleTexts): string[] => [
  "class Handler(http.server.BaseHTTPRequestHandler):",
  "    timeout = 1",
  "",
  "    def do_GET(self):",
  "        parts = urllib.parse.urlsplit(self.path)",
  "        callback.update(urllib.parse.parse_qsl(parts.query))",
  "        self.send_response(200)",
  "        self.end_headers()",
  `        self.wfile.write(b${literal(texts.received)})`,
  "",
  "    def log_message(self, *arguments):",
  "        pass",
  "",
  "",
  "callback = {}",
  `with http.server.HTTPServer(("127.0.0.1", ${port}), Handler) as server:`,
  '    while "state" not in callback:',
  "        server.handle_request()",
  "",
];

const requestTokens = (confidential: boolean): MarkedLine[] => [
  "def request_tokens(**parameters):",
  '    parameters["client_id"] = CLIENT_ID',
  confidential && '    parameters["client_secret"] = CLIENT_SECRET',
  "    body = urllib.parse.urlencode(parameters).encode()",
  "    try:",
  '        url = f"{ISSUER}/oauth/token"',
  "        with urllib.request.urlopen(url, body, timeout=10) as response:",
  "            return json.load(response)",
  "    except urllib.error.HTTPError as error:",
  "        raise SystemExit(error.read().decode())",
];

const EXCHANGE: MarkedLine[] = [
  "tokens = request_tokens(",
  '    grant_type="authorization_code",',
  '    code=callback["code"],',
  "    redirect_uri=REDIRECT_URI,",
  "    code_verifier=verifier,",
  ")",
];

const REFRESH: MarkedLine[] = [
  "",
  { part: "refresh" },
  "tokens = request_tokens(",
  '    grant_type="refresh_token",',
  '    refresh_token=tokens["refresh_token"],',
  ")",
];
