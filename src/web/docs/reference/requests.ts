import type { CodeLanguage } from "../code-language.ts";
import { quote } from "../quickstart/samples/curl.ts";
import { linesOf, literal } from "../quickstart/samples/sample.ts";

/** A POST with a form, or a GET without parameters. */
export interface Call {
  url: string;
  /** The user for HTTP Basic and the environment variable with the password; null for a request without HTTP Basic. */
  user: { id: string; secret: string } | null;
  /** Null for a GET. */
  form: Readonly<Record<string, string>> | null;
}

/** A placeholder for a request of the API of the platform. */
export const API_URL = "https://api.example/orders";

/** A GET with the access token of the environment variable ACCESS_TOKEN, in each language of the samples. */
export const API_WRITERS: Readonly<Record<CodeLanguage, (url: string) => string>> = {
  curl: (url) =>
    linesOf(`curl ${/[^\w:/.-]/.test(url) ? quote(url) : url} \\`, '  --header "Authorization: Bearer $ACCESS_TOKEN"'),
  javascript: (url) =>
    linesOf(
      `const url = ${literal(url)};`,
      "const response = await fetch(url, {",
      '  headers: { authorization: "Bearer " + process.env.ACCESS_TOKEN },',
      "});",
      "console.log(response.status, await response.text());",
    ),
  python: (url) =>
    linesOf(
      "import os",
      "import urllib.request",
      "",
      'headers = {"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}',
      `url = ${literal(url)}`,
      "request = urllib.request.Request(url, headers=headers)",
      "with urllib.request.urlopen(request) as response:",
      "    print(response.read().decode())",
    ),
  go: (url) =>
    linesOf(
      "package main",
      "",
      "import (",
      ...["fmt", "io", "log", "net/http", "os"].map((name) => `\t"${name}"`),
      ")",
      "",
      "func main() {",
      `\tendpoint := ${literal(url)}`,
      '\trequest, err := http.NewRequest("GET", endpoint, nil)',
      "\tif err != nil {",
      "\t\tlog.Fatal(err)",
      "\t}",
      '\ttoken := os.Getenv("ACCESS_TOKEN")',
      '\trequest.Header.Set("Authorization", "Bearer "+token)',
      "\tresponse, err := http.DefaultClient.Do(request)",
      "\tif err != nil {",
      "\t\tlog.Fatal(err)",
      "\t}",
      "\tbody, err := io.ReadAll(response.Body)",
      "\tif err != nil {",
      "\t\tlog.Fatal(err)",
      "\t}",
      "\tfmt.Println(string(body))",
      "}",
    ),
};

/** A request in each language of the samples, without packages. */
export const WRITERS: Readonly<Record<CodeLanguage, (call: Call) => string>> = {
  curl({ url, user, form }) {
    const fields = Object.entries(form ?? {}).map(
      ([name, value]) => `  --data-urlencode ${shellWord(`${name}=${value}`)}`,
    );
    const login = user === null ? [] : [`  --user "${user.id}:$${user.secret}"`];
    return [`curl ${url}`, ...login, ...fields].join(" \\\n");
  },
  javascript({ url, user, form }) {
    const address = `const url = ${literal(url)};`;
    if (form === null)
      return linesOf(address, "const response = await fetch(url);", "console.log(await response.json());");
    const fields = fieldsOf(form, user, (variable) => `process.env.${variable}`);
    return linesOf(
      address,
      "const response = await fetch(url, {",
      '  method: "POST",',
      "  body: new URLSearchParams({",
      ...fields.map(([name, value]) => `    ${name}: ${value},`),
      "  }),",
      "});",
      "console.log(response.status, await response.text());",
    );
  },
  python({ url, user, form }) {
    const address = `url = ${literal(url)}`;
    const send = (more: string) => `with urllib.request.urlopen(url${more}) as response:`;
    const print = "    print(response.read().decode())";
    if (form === null) return linesOf("import urllib.request", "", address, send(""), print);
    const fields = fieldsOf(form, user, (variable) => `os.environ["${variable}"]`);
    return linesOf(
      user !== null && "import os",
      "import urllib.parse",
      "import urllib.request",
      "",
      "body = urllib.parse.urlencode({",
      ...fields.map(([name, value]) => `    "${name}": ${value},`),
      "}).encode()",
      address,
      send(", body"),
      print,
    );
  },
  go({ url, user, form }) {
    const address = `endpoint := ${literal(url)}`;
    if (form === null) return linesOf(address, "response, err := http.Get(endpoint)");
    const fields = fieldsOf(form, user, (variable) => `os.Getenv("${variable}")`);
    const width = Math.max(...fields.map(([name]) => name.length)) + 3;
    return linesOf(
      address,
      "response, err := http.PostForm(endpoint, url.Values{",
      ...fields.map(([name, value]) => `\t${`"${name}":`.padEnd(width)} {${value}},`),
      "})",
    );
  },
};

/** A word of the shell, in single quotes if double ones would expand a part of it. An interactive bash expands `!`, too. */
function shellWord(text: string): string {
  return /["$`\\!]/.test(text) ? quote(text) : `"${text}"`;
}

/** The fields of a form as expressions, with the credentials first. @param read an environment variable */
function fieldsOf(form: object, user: Call["user"], read: (variable: string) => string): [string, string][] {
  const credentials: [string, string][] =
    user === null
      ? []
      : [
          ["client_id", literal(user.id)],
          ["client_secret", read(user.secret)],
        ];
  const fields = Object.entries(form).map(([name, value]): [string, string] => [name, literal(value)]);
  return [...credentials, ...fields];
}
