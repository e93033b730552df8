import { listeningPort } from "./loopback.ts";
import { literal, type MarkedLine, type SampleClient, type SampleTexts, type WriteSample } from "./sample.ts";

/** A Go program that uses only the standard library. */
export const goSample: WriteSample = (client, texts) => [
  { part: "values" },
  ...head(client),
  { part: "authorize" },
  "func randomText() string {",
  "\tbytes := make([]byte, 32)",
  "\trand.Read(bytes)",
  "\treturn base64.RawURLEncoding.EncodeToString(bytes)",
  "}",
  "",
  "func main() {",
  "\tstate, verifier := randomText(), randomText()",
  "\tdigest := sha256.Sum256([]byte(verifier))",
  "\tchallenge := base64.RawURLEncoding.EncodeToString(digest[:])",
  "\tquery := url.Values{",
  '\t\t"client_id":             {clientID},',
  '\t\t"redirect_uri":          {redirectURI},',
  '\t\t"scope":                 {scope},',
  '\t\t"state":                 {state},',
  '\t\t"code_challenge":        {challenge},',
  '\t\t"code_challenge_method": {"S256"},',
  "\t}",
  `\tfmt.Println(${literal(texts.open)})`,
  '\tfmt.Println(issuer + "/oauth/authorize?" + query.Encode())',
  "",
  { part: "redirect" },
  ...redirect(client, texts),
  '\tif callback.Get("state") != state || callback.Get("iss") != issuer {',
  `\t\tlog.Fatal(${literal(texts.wrong)})`,
  "\t}",
  '\tif callback.Has("error") {',
  '\t\tlog.Fatal(callback.Get("error_description"))',
  "\t}",
  "",
  { part: "exchange" },
  "\ttokens := requestTokens(url.Values{",
  '\t\t"grant_type":    {"authorization_code"},',
  '\t\t"code":          {callback.Get("code")},',
  '\t\t"redirect_uri":  {redirectURI},',
  '\t\t"code_verifier": {verifier},',
  "\t})",
  ...(client.refreshes ? REFRESH : []),
  '\ttext, _ := json.MarshalIndent(tokens, "", "  ")',
  "\tfmt.Println(string(text))",
  "}",
  "",
  { part: "exchange" },
  ...requestTokens(client.confidential),
];

/** The packages, in the order of gofmt. */
const importsOf = (listens: boolean, confidential: boolean): string[] => [
  listens ? "context" : "bufio",
  ...["crypto/rand", "crypto/sha256", "encoding/base64", "encoding/json", "fmt", "log", "net/http", "net/url"],
  ...(listens && !confidential ? [] : ["os"]),
  listens ? "time" : "strings",
];

const redirect = (client: SampleClient, texts: SampleTexts): string[] => {
  const port = listeningPort(client);
  return port === null ? paste(texts) : listen(port, texts);
};

const paste = (texts: SampleTexts): string[] => [
  `\tfmt.Println(${literal(texts.paste)})`,
  "\tline, _ := bufio.NewReader(os.Stdin).ReadString('\\n')",
  "\taddress, err := url.Parse(strings.TrimSpace(line))",
  "\tif err != nil {",
  "\t\tlog.Fatal(err)",
  "\t}",
  "",
  "\tcallback := address.Query()",
];

/** Shutdown ends the response before the program goes on. The timeout is for connections on which browsers send nothing. */
const listen = (port: string, texts: SampleTexts): string[] => [
  "\tcallbacks := make(chan url.Values, 1)",
  '\thttp.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {',
  `\t\tfmt.Fprintln(w, ${literal(texts.received)})`,
  '\t\tif r.URL.Query().Has("state") {',
  "\t\t\tcallbacks <- r.URL.Query()",
  "\t\t}",
  "\t})",
  "\tserver := http.Server{",
  `\t\tAddr:        "127.0.0.1:${port}",`,
  "\t\tReadTimeout: time.Second,",
  "\t}",
  "\tgo func() {",
  "\t\tif err := server.ListenAndServe(); err != http.ErrServerClosed {",
  "\t\t\tlog.Fatal(err)",
  "\t\t}",
  "\t}()",
  "\tcallback := <-callbacks",
  "\tserver.Shutdown(context.Background())",
  "",
];

const head = (client: SampleClient): string[] => [
  "package main",
  "",
  "import (",
  ...importsOf(listeningPort(client) !== null, client.confidential).map((name) => `\t${literal(name)}`),
  ")",
  "",
  "const (",
  `\tissuer      = ${literal(client.issuer)}`,
  `\tclientID    = ${literal(client.clientId)}`,
  `\tredirectURI = ${literal(client.redirectUri)}`,
  `\tscope       = ${literal(client.scope)}`,
  ")",
  "",
];

const requestTokens = (confidential: boolean): MarkedLine[] => [
  "func requestTokens(parameters url.Values) map[string]any {",
  '\tparameters.Set("client_id", clientID)',
  ...(confidential ? ['\tparameters.Set("client_secret", os.Getenv("CLIENT_SECRET"))'] : []),
  '\tresponse, err := http.PostForm(issuer+"/oauth/token", parameters)',
  "\tif err != nil {",
  "\t\tlog.Fatal(err)",
  "\t}",
  "\tdefer response.Body.Close()",
  "\tvar body map[string]any",
  "\tif err := json.NewDecoder(response.Body).Decode(&body); err != nil {",
  "\t\tlog.Fatal(err)",
  "\t}",
  "\tif response.StatusCode != http.StatusOK {",
  '\t\tlog.Fatal(body["error"], ": ", body["error_description"])',
  "\t}",
  "\treturn body",
  "}",
];

const REFRESH: MarkedLine[] = [
  "",
  { part: "refresh" },
  "\ttokens = requestTokens(url.Values{",
  '\t\t"grant_type":    {"refresh_token"},',
  '\t\t"refresh_token": {tokens["refresh_token"].(string)},',
  "\t})",
];
