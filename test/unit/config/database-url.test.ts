import { describe, expect, it } from "vitest";
import type { Environment } from "../../../src/config/secret-files.ts";
import { findTlsErrors } from "../../../src/config/tls-files.ts";
import { DATABASE_URL, EXTERNAL, errorsOf, KEY, LOCAL_URL } from "./environments.ts";

describe("a database over a network needs a verified certificate", () => {
  const databaseAt = (url: string, more: Environment = {}) =>
    errorsOf({ DATABASE_URL: url, TOKEN_KEY: KEY, PUBLIC_URL: LOCAL_URL, ...more });

  it.each([
    ["nothing", "postgres://db/x"],
    ["encryption without a certificate", "postgres://db/x?sslmode=no-verify"],
    ["sslmode=require, which a later node-postgres will weaken", "postgres://db/x?sslmode=require"],
    ["encryption if the server offers it", "postgres://db/x?sslmode=prefer"],
    ["ssl without a mode", "postgres://db/x?ssl=true"],
    ["a repeated mode, of which the last applies", "postgres://db/x?sslmode=verify-full&sslmode=disable"],
    ["a mode in the fragment", "postgres://db/x#?sslmode=verify-full"],
    ["a remote host behind a local one", "postgres://localhost/x?host=db"],
    ["a private address", "postgres://10.0.0.5/x"],
    ["a remote host after a local one", "postgres://localhost:5432,db:5432/x?target_session_attrs=read-write"],
  ])("rejected: %s", (_name, url) => {
    expect(databaseAt(url)).toEqual([expect.stringMatching(/^DATABASE_URL connects to another machine/)]);
    expect(databaseAt(url, { ALLOW_PLAINTEXT_DATABASE: "1" })).toEqual([]);
  });

  it.each([
    ["verify-full", "postgres://db/x?sslmode=verify-full"],
    ["verify-ca", "postgres://db/x?sslmode=verify-ca&sslrootcert=ca.pem"],
    ["the last of two modes", "postgres://db/x?sslmode=disable&sslmode=verify-full"],
    ["loopback", "postgres://127.0.0.1/x"],
    ["loopback in IPv6", "postgres://[::1]/x"],
    ["localhost", "postgres://localhost/x"],
    ["a Unix socket for a host", "postgres://%2Frun%2Fpostgresql/x"],
    ["several local hosts", "postgres://u:p@127.0.0.1:5432,[::1]:5433,localhost/x"],
    ["several hosts with certificates", "postgres://a,b:5433/x?sslmode=verify-full&target_session_attrs=primary"],
    ["a Unix socket as a parameter", "postgres://db/x?host=/run/postgresql"],
  ])("accepted: %s", (_name, url) => {
    expect(databaseAt(url)).toEqual([]);
  });

  it("a URL that selects standbys is rejected", () => {
    for (const parameter of ["target_session_attrs=any", "target_session_attrs=standby", "load_balance_hosts=yes"]) {
      const url = `${DATABASE_URL}&${parameter}`;
      expect(databaseAt(url)).toEqual([
        expect.stringMatching(/^DATABASE_URL may have target_session_attrs=read-write/),
      ]);
    }
  });

  it("files named in the URL are read at startup", () => {
    const url = `${DATABASE_URL}&sslrootcert=/nowhere/ca.pem`;
    expect(errorsOf({ ...EXTERNAL, DATABASE_URL: url }, findTlsErrors)).toEqual([
      'DATABASE_URL names a file in sslrootcert that cannot be read: "/nowhere/ca.pem".',
    ]);
  });
});
