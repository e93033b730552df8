const MERCHANT = "mer_7d1f4b0e-3c52-4a86-9e0b-5f2c8d6a1e94";
const EMPTY: Readonly<Record<string, never>> = {};

/** A value of each parameter and each field whose schema does not fix its value. Secrets and tokens are cut after their prefix. */
const EXAMPLES: Readonly<Record<string, string | number | readonly string[]>> = {
  client_id: "app_4QeSkyWJ2xN9rT7mLp3vHd",
  client_secret: "lk_cs_…",
  redirect_uri: "https://app.example/callback",
  scope: "orders:read customers:read",
  state: "af0ifjsldkj",
  response_type: "code",
  code: "lk_ac_…",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
  code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  merchant_hint: MERCHANT,
  prompt: "login consent",
  install_token: "lk_it_…",
  refresh_token: "lk_rt_…",
  token: "lk_at_…",
  token_type_hint: "refresh_token",
  merchant_id: MERCHANT,
  access_token: "lk_at_…",
  expires_in: 3600,
  refresh_token_expires_in: 7776000,
  installation_id: "01a20629-d0f5-7405-8c15-d6d0a7ad3a9e",
  exp: 1767229200,
  iat: 1767225600,
  iss: "https://login.example",
  sub: MERCHANT,
  username: MERCHANT,
  jti: "01a2062a-4f1e-7b21-9f0c-3d2d8c0e7a11",
  installation_version: 1,
  account_id: "01a20628-77ab-7c15-b1d3-5ee0c2b6d8f2",
  token_kind: "access",
  error: "invalid_grant",
  error_description: "The authorization code is invalid or expired.",
  error_uri: "https://login.example/docs/errors#invalid_grant",
  request_id: "01a2062a-4f1e-7b21-9f0c-3d2d8c0e7a11",
  issuer: "https://login.example",
  authorization_endpoint: "https://login.example/oauth/authorize",
  token_endpoint: "https://login.example/oauth/token",
  revocation_endpoint: "https://login.example/oauth/revoke",
  introspection_endpoint: "https://login.example/oauth/introspect",
  token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
  revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
  introspection_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "Bearer"],
  scopes_supported: ["orders:read", "customers:read"],
};

/** The `examples` of a parameter or field; nothing for one whose schema has its only value. @see JSON Schema 2020-12 §9.5 */
export function exampleOf(name: string, schema: object = EMPTY): { examples?: readonly unknown[] } {
  return "const" in schema || !Object.hasOwn(EXAMPLES, name) ? EMPTY : { examples: [EXAMPLES[name]] };
}

/** Properties with their examples. */
export function withExamples<T extends object>(properties: Readonly<Record<string, T>>): Record<string, T> {
  const entries = Object.entries(properties).map(([name, schema]) => [name, { ...exampleOf(name, schema), ...schema }]);
  return Object.fromEntries(entries);
}
