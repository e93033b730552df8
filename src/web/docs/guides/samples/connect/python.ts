import type { WriteProgram } from "../../../content.ts";
import { linesOf, literal } from "../../../quickstart/samples/sample.ts";
import { startPathOf } from "./paths.ts";

/** A web server for Python 3 without packages. */
export const connectInPython: WriteProgram = (client, texts) =>
  linesOf(...head(client), ...connect(client, texts), ...callback(client, texts), ...server(client, texts));

type Part = (...values: Parameters<WriteProgram>) => (string | false)[];

const head = ({ issuer, clientId, redirectUri, scope }: Parameters<WriteProgram>[0]): string[] => [
  ...["base64", "hashlib", "json", "os", "secrets"].map((name) => `import ${name}`),
  "from http.cookies import SimpleCookie",
  "from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer",
  "from urllib.parse import parse_qsl, urlencode, urlsplit",
  "from urllib.request import urlopen",
  "",
  `ISSUER = ${literal(issuer)}`,
  `CLIENT_ID = ${literal(clientId)}`,
  `REDIRECT_URI = ${literal(redirectUri)}`,
  `SCOPE = ${literal(scope)}`,
  "",
  "",
  "class App(BaseHTTPRequestHandler):",
];

const connect: Part = ({ redirectUri }, { connect: texts }) => [
  `    # ${texts.start}`,
  "    def connect(self, query):",
  '        if "install_token" in query and query.get("iss") != ISSUER:',
  `            return self.reply(400, ${literal(texts.wrong)})`,
  "        state, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(32)",
  "        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest())",
  "        parameters = {",
  '            "client_id": CLIENT_ID,',
  '            "redirect_uri": REDIRECT_URI,',
  '            "scope": SCOPE,',
  '            "state": state,',
  '            "code_challenge": challenge.rstrip(b"=").decode(),',
  '            "code_challenge_method": "S256",',
  "        }",
  '        if "install_token" in query:',
  '            parameters["install_token"] = query["install_token"]',
  '        location = f"{ISSUER}/oauth/authorize?{urlencode(parameters)}"',
  `        attributes = "HttpOnly; SameSite=Lax;${redirectUri.startsWith("https:") ? " Secure;" : ""} Path=/; Max-Age=600"`,
  '        cookie = f"oauth={state}.{verifier}; {attributes}"',
  '        self.reply(303, "", {"Location": location, "Set-Cookie": cookie})',
  "",
];

const callback: Part = ({ confidential }, { connect: texts }) => [
  `    # ${texts.back}`,
  "    def callback(self, query):",
  '        cookie = SimpleCookie(self.headers["Cookie"] or "").get("oauth")',
  '        state, _, verifier = (cookie.value if cookie else "").partition(".")',
  '        ended = {"Set-Cookie": "oauth=; Path=/; Max-Age=0"}',
  '        if not state or query.get("state") != state or query.get("iss") != ISSUER:',
  `            return self.reply(400, ${literal(texts.wrong)}, ended)`,
  '        if "error" in query:',
  `            return self.reply(403, ${literal(texts.declined)}, ended)`,
  "",
  "        body = urlencode({",
  '            "grant_type": "authorization_code",',
  '            "code": query["code"],',
  '            "redirect_uri": REDIRECT_URI,',
  '            "code_verifier": verifier,',
  '            "client_id": CLIENT_ID,',
  confidential && '            "client_secret": os.environ["CLIENT_SECRET"],',
  "        }).encode()",
  "        try:",
  '            with urlopen(f"{ISSUER}/oauth/token", body, timeout=10) as response:',
  "                tokens = json.load(response)",
  "        except (OSError, ValueError) as error:",
  "            return self.reply(502, str(error), ended)",
  "",
  `        # ${texts.store}`,
  '        with open("tokens.json", "w") as file:',
  "            json.dump(tokens, file)",
  `        self.reply(200, ${literal(texts.connected)}, ended)`,
  "",
];

const server: Part = (client, { connect: texts }) => [
  "    def do_GET(self):",
  "        address = urlsplit(self.path)",
  "        query = dict(parse_qsl(address.query))",
  `        if address.path == ${literal(startPathOf(client))}:`,
  "            self.connect(query)",
  '        elif address.path == (urlsplit(REDIRECT_URI).path or "/"):',
  "            self.callback(query)",
  "        else:",
  '            self.reply(404, "")',
  "",
  "    def reply(self, status, text, headers={}):",
  "        self.send_response(status)",
  '        for name, value in {"Content-Type": "text/plain; charset=utf-8", **headers}.items():',
  "            self.send_header(name, value)",
  "        self.end_headers()",
  "        self.wfile.write(text.encode())",
  "",
  `    # ${texts.noLogs}`,
  "    def log_message(self, *_):",
  "        pass",
  "",
  "",
  "os.umask(0o077)",
  'ThreadingHTTPServer(("", int(os.environ["PORT"])), App).serve_forever()',
];
