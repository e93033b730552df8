import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Environment } from "../../../src/config/secret-files.ts";
import { findTlsErrors } from "../../../src/config/tls-files.ts";
import { errorsOf } from "./environments.ts";

describe("the files of TLS_* are checked", () => {
  const pem = (name: string) => join(import.meta.dirname, "../rpc/certificates", `${name}.pem`);
  const own = { TLS_HTTP_CERT: pem("server"), TLS_HTTP_KEY: pem("server-key") };
  const cases: { name: string; environment: Environment; says: RegExp[] }[] = [
    { name: "a certificate and its key", environment: own, says: [] },
    {
      name: "a missing file",
      environment: { ...own, TLS_HTTP_KEY: "/nowhere/k.pem" },
      says: [/^TLS_HTTP_KEY names a file that cannot be read: "\/nowhere\/k.pem"\.$/],
    },
    {
      name: "certificate and key swapped",
      environment: { TLS_HTTP_CERT: pem("server-key"), TLS_HTTP_KEY: pem("server") },
      says: [
        /^TLS_HTTP_CERT names a file that contains no certificate/,
        /^TLS_HTTP_KEY names a file that contains no private key/,
      ],
    },
    {
      name: "another certificate's key",
      environment: { ...own, TLS_HTTP_KEY: pem("caller-key") },
      says: [/^TLS_HTTP_KEY is not the key of TLS_HTTP_CERT\.$/],
    },
    {
      name: "a client CA without a certificate",
      environment: {
        TLS_GRPC_CERT: pem("server"),
        TLS_GRPC_KEY: pem("server-key"),
        TLS_GRPC_CLIENT_CA: pem("caller-key"),
      },
      says: [/^TLS_GRPC_CLIENT_CA names a file that contains no certificate/],
    },
  ];
  it.each(cases)("$name", ({ environment, says }) => {
    expect(errorsOf(environment, findTlsErrors)).toEqual(says.map((pattern) => expect.stringMatching(pattern)));
  });
});
