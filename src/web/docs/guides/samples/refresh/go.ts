import type { WriteProgram } from "../../../content.ts";
import { linesOf, literal } from "../../../quickstart/samples/sample.ts";

const IMPORTS = [...["encoding/json", "fmt", "log", "math/rand", "net/http", "net/url", "os", "strconv", "time"]];

/** A program for Go without modules. */
export const refreshInGo: WriteProgram = (client, texts) =>
  linesOf(...head(client, texts), ...send(client, texts), ...refresh(client, texts), ...main(client, texts));

type Part = (...values: Parameters<WriteProgram>) => (string | false)[];

const head: Part = ({ issuer, clientId }, { refresh: texts }) => [
  "package main",
  "",
  "import (",
  ...IMPORTS.map((name) => `\t${literal(name)}`),
  ")",
  "",
  "const (",
  `\tissuer   = ${literal(issuer)}`,
  `\tclientID = ${literal(clientId)}`,
  `\t// ${texts.store}`,
  '\tfile = "tokens.json"',
  ")",
  "",
  "var client = http.Client{Timeout: 10 * time.Second}",
  "",
];

const send: Part = ({ confidential }) => [
  "func send(refreshToken string) (status, retryAfter int, answer map[string]any) {",
  '\tresponse, err := client.PostForm(issuer+"/oauth/token", url.Values{',
  '\t\t"grant_type":    {"refresh_token"},',
  '\t\t"refresh_token": {refreshToken},',
  '\t\t"client_id":     {clientID},',
  confidential && '\t\t"client_secret": {os.Getenv("CLIENT_SECRET")},',
  "\t})",
  "\tif err != nil {",
  "\t\treturn 0, 0, nil",
  "\t}",
  "\tdefer response.Body.Close()",
  "\tif json.NewDecoder(response.Body).Decode(&answer) != nil {",
  "\t\treturn 0, 0, nil",
  "\t}",
  '\tretryAfter, _ = strconv.Atoi(response.Header.Get("Retry-After"))',
  "\treturn response.StatusCode, retryAfter, answer",
  "}",
  "",
];

const refresh: Part = (_client, { refresh: texts }) => [
  "func refresh(refreshToken string) map[string]any {",
  "\tfor attempt := 0; ; attempt++ {",
  "\t\tstatus, retryAfter, answer := send(refreshToken)",
  "\t\tif status == http.StatusOK {",
  "\t\t\treturn answer",
  "\t\t}",
  '\t\tif answer["error"] == "invalid_grant" {',
  "\t\t\tos.Remove(file)",
  `\t\t\tlog.Fatal(${literal(texts.again)})`,
  "\t\t}",
  `\t\t// ${texts.retry}`,
  "\t\tif status != 0 && status != 429 && status != 503 {",
  '\t\t\tlog.Fatal(answer["error"])',
  "\t\t}",
  "\t\tif attempt == 3 {",
  `\t\t\tlog.Fatal(${literal(texts.failed)})`,
  "\t\t}",
  "\t\tseconds := float64(max(retryAfter, 1<<attempt)) + rand.Float64()",
  "\t\ttime.Sleep(time.Duration(seconds * float64(time.Second)))",
  "\t}",
  "}",
  "",
];

const main: Part = (_client, { refresh: texts }) => [
  "func main() {",
  "\tvar old struct {",
  '\t\tRefreshToken string `json:"refresh_token"`',
  "\t}",
  "\ttext, err := os.ReadFile(file)",
  "\tif err == nil {",
  "\t\terr = json.Unmarshal(text, &old)",
  "\t}",
  "\tif err != nil {",
  "\t\tlog.Fatal(err)",
  "\t}",
  "\ttokens := refresh(old.RefreshToken)",
  `\t// ${texts.first}`,
  "\ttext, _ = json.Marshal(tokens)",
  '\tif err := os.WriteFile(file+".new", text, 0o600); err != nil {',
  "\t\tlog.Fatal(err)",
  "\t}",
  '\tif err := os.Rename(file+".new", file); err != nil {',
  "\t\tlog.Fatal(err)",
  "\t}",
  `\tfmt.Println(${literal(texts.done)})`,
  "}",
];
