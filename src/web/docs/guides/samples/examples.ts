import type { Messages } from "../../../messages.en.ts";
import { CODE_LANGUAGES, type CodeLanguage, SYNTAXES } from "../../code-language.ts";
import type { Block, ExampleName } from "../../content.ts";
import type { SampleClient } from "../../quickstart/samples/sample.ts";
import { exampleOf, narrowRefreshOf, tokenResponse } from "../../reference/examples.ts";
import { verifyWithOpenssl } from "./receive/openssl.ts";

/** The scopes in the examples of a reader without an app. */
const TWO_SCOPES = "orders:read products:read";

interface Place {
  client: SampleClient;
  /** The client ID that links keep; empty for placeholders. */
  app: string;
  below: string;
}

/** A URL, a request or a response, for the app of the reader. */
export function guideExample(t: Messages, name: ExampleName, { client, app, below }: Place): Block {
  const { examples } = t.docs.samples;
  const block = { id: `example-${name}`, label: examples[name] };
  const scope = app === "" ? TWO_SCOPES : client.scope;
  const [firstScope = ""] = scope.split(" ");
  const authorization = () => exampleOf({ method: "GET", path: "/oauth/authorize" }, { ...client, scope }, "curl")!;
  switch (name) {
    case "authorizationUrl":
      return { ...block, code: authorization().request, syntax: "http" };
    case "returnUrl":
      return { ...block, code: authorization().response, syntax: "http" };
    case "tokens":
      return { ...block, code: tokenResponse({ ...client, scope }), syntax: "json", status: "200" };
    case "grantedScopes":
      return { ...block, code: tokenResponse({ ...client, scope: firstScope }), syntax: "json", status: "200" };
    case "verification":
      return { ...block, code: verifyWithOpenssl(client, t.docs.samples), syntax: "shell" };
    case "narrowRefresh": {
      const languages = Object.keys(CODE_LANGUAGES) as CodeLanguage[];
      const [first, ...others] = languages.map((language) => ({
        id: `${block.id}-${language}`,
        label: block.label,
        language,
        syntax: SYNTAXES[language],
        code: narrowRefreshOf(client, firstScope, language),
      }));
      return { choice: t.docs.quickstart.languages, below, app, samples: [first!, ...others] };
    }
  }
}

/** The response of an API to an access token that is no longer valid. */
export const REFUSED_CALL = [
  "HTTP/1.1 401 Unauthorized",
  'WWW-Authenticate: Bearer realm="api",',
  '  error="invalid_token",',
  '  error_description="the access token is expired, revoked or unknown"',
].join("\n");
