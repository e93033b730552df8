import { describe, expect, it } from "vitest";
import type { Environment } from "../../../src/config/secret-files.ts";
import {
  DATABASE_URL,
  EXTERNAL,
  errorsOf,
  GATEWAY,
  KEY,
  LOCAL_URL,
  OIDC,
  PUBLIC,
  PUBLIC_URL,
  SERVICE_KEY,
} from "./environments.ts";

describe("conflicting settings are rejected", () => {
  const cases: { name: string; environment: Environment; says: RegExp }[] = [
    {
      name: "a demo on the network",
      environment: { HOST: "0.0.0.0" },
      says: /^HOST must be a loopback address while PostgreSQL is embedded/,
    },
    {
      name: "a demo under a public name",
      environment: { PUBLIC_URL, TRUSTED_PROXIES: "none" },
      says: /^PUBLIC_URL must be a loopback URL while/,
    },
    {
      name: "an http issuer",
      environment: { ...EXTERNAL, PUBLIC_URL: "http://auth.example.com" },
      says: /^PUBLIC_URL must begin with https/,
    },
    {
      name: "a host name that resembles loopback",
      environment: { ...EXTERNAL, PUBLIC_URL: "http://localhost.example.com" },
      says: /^PUBLIC_URL must begin/,
    },
    {
      name: "an http issuer on a TLS port",
      environment: { TLS_HTTP_CERT: "c", TLS_HTTP_KEY: "k", PUBLIC_URL: "http://localhost:8080" },
      says: /^PUBLIC_URL must begin .* TLS_HTTP_CERT/,
    },
    {
      name: "internal ports in plain text on a network",
      environment: { ...PUBLIC, INTERNAL_HOST: "10.0.0.5" },
      says: /^INTERNAL_HOST is not a loopback/,
    },
    {
      name: "one internal port of two with TLS",
      environment: { ...PUBLIC, INTERNAL_HOST: "10.0.0.5", TLS_GRPC_CERT: "c", TLS_GRPC_KEY: "k" },
      says: /^INTERNAL_HOST is not a loopback/,
    },
    {
      name: "a gateway in plain text over a network",
      environment: { ...GATEWAY, CORE_URL: "http://core:50051" },
      says: /^CORE_URL is not a loopback/,
    },
    {
      name: "webhooks to loopback addresses in public",
      environment: { ...PUBLIC, WEBHOOK_ALLOW_LOOPBACK: "1" },
      says: /^WEBHOOK_ALLOW_LOOPBACK=1 is for development/,
    },
    {
      name: "no limits in public",
      environment: { ...PUBLIC, RATE_LIMITS: "off" },
      says: /^RATE_LIMITS=off is for measurements/,
    },
    {
      name: "no limits on all addresses",
      environment: { ...EXTERNAL, RATE_LIMITS: "off" },
      says: /^RATE_LIMITS=off is for measurements/,
    },
    {
      name: "no limits on all addresses of a gateway",
      environment: { ...GATEWAY, RATE_LIMITS: "off" },
      says: /^RATE_LIMITS=off is for measurements/,
    },
    {
      name: "no limits in a core that other hosts reach",
      environment: {
        ...EXTERNAL,
        ROLE: "core",
        INTERNAL_HOST: "10.0.0.5",
        ALLOW_PLAINTEXT_INTERNAL: "1",
        RATE_LIMITS: "off",
      },
      says: /^RATE_LIMITS=off is for measurements/,
    },
    {
      name: "an https PUBLIC_URL without a certificate and without proxies",
      environment: { ...EXTERNAL, PUBLIC_URL },
      says: /^TRUSTED_PROXIES is required when PUBLIC_URL is https/,
    },
    {
      name: "the same with ROLE=gateway",
      environment: { ...GATEWAY, PUBLIC_URL },
      says: /^TRUSTED_PROXIES is required when PUBLIC_URL is https/,
    },
    {
      name: "an external database without a PUBLIC_URL",
      environment: { DATABASE_URL, TOKEN_KEY: KEY },
      says: /^PUBLIC_URL is required unless PostgreSQL is embedded/,
    },
    {
      name: "a gateway without a PUBLIC_URL",
      environment: { ...GATEWAY, PUBLIC_URL: "" },
      says: /^PUBLIC_URL is required unless PostgreSQL is embedded/,
    },
    {
      name: "a gateway without a core",
      environment: { ROLE: "gateway", SERVICE_KEY, PUBLIC_URL: LOCAL_URL },
      says: /^CORE_URL is required with ROLE=gateway/,
    },
    {
      name: "a gateway without a key",
      environment: { ROLE: "gateway", CORE_URL: "http://localhost:1", PUBLIC_URL: LOCAL_URL },
      says: /^SERVICE_KEY is required with ROLE=gateway/,
    },
    {
      name: "a gateway with a database",
      environment: { ...GATEWAY, DATABASE_URL },
      says: /must not be set with ROLE=gateway/,
    },
    {
      name: "a core without a database",
      environment: { ROLE: "core", TOKEN_KEY: KEY, PUBLIC_URL: LOCAL_URL },
      says: /^DATABASE_URL is required with ROLE=core/,
    },
    {
      name: "a database without a key",
      environment: { DATABASE_URL, PUBLIC_URL: LOCAL_URL },
      says: /^TOKEN_KEY is required unless/,
    },
    {
      name: "a direct URL over a network in plain text",
      environment: { ...EXTERNAL, DATABASE_DIRECT_URL: "postgres://direct/latchkey" },
      says: /^DATABASE_DIRECT_URL connects to another machine without verifying its certificate: .*ALLOW_PLAINTEXT_DATABASE=1/,
    },
    {
      name: "a direct URL alone",
      environment: { DATABASE_DIRECT_URL: DATABASE_URL },
      says: /^DATABASE_DIRECT_URL bypasses .* set DATABASE_URL too/,
    },
    {
      name: "a pool without ordinary connections",
      environment: { POOL_SIZE: "3", POOL_RESERVED: "3" },
      says: /^POOL_RESERVED must be smaller/,
    },
    {
      name: "one port twice",
      environment: { HTTP_PORT: "9000", GRPC_PORT: "9000" },
      says: /^HTTP_PORT and GRPC_PORT are both 9000/,
    },
    {
      name: "one port twice, by default",
      environment: { DEMO_API_PORT: "8080" },
      says: /^HTTP_PORT and DEMO_API_PORT are both 8080/,
    },
    {
      name: "a certificate without its key",
      environment: { TLS_CONNECT_CERT: "c" },
      says: /^TLS_CONNECT_CERT and TLS_CONNECT_KEY must be set together/,
    },
    {
      name: "a client CA without TLS, on the public port",
      environment: { TLS_HTTP_CLIENT_CA: "ca" },
      says: /^TLS_HTTP_CLIENT_CA requires/,
    },
    {
      name: "a client CA without TLS",
      environment: { TLS_GRPC_CLIENT_CA: "ca" },
      says: /^TLS_GRPC_CLIENT_CA requires/,
    },
    {
      name: "a client CA without TLS, on the other port",
      environment: { TLS_CONNECT_CLIENT_CA: "ca" },
      says: /^TLS_CONNECT_CLIENT_CA requires/,
    },
    {
      name: "a CA for a core without TLS",
      environment: { ...GATEWAY, TLS_CORE_CA: "ca" },
      says: /^TLS_CORE_CA and TLS_CORE_CERT require a CORE_URL/,
    },
    {
      name: "an incomplete sign-in provider",
      environment: { OIDC_ISSUER: "https://id.example.com" },
      says: /^OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together/,
    },
    {
      name: "an http sign-in provider",
      environment: { OIDC_ISSUER: "http://id.example.com", OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" },
      says: /^OIDC_ISSUER must be an https URL/,
    },
    {
      name: "no sign-in",
      environment: { ...EXTERNAL, PASSWORD_SIGN_IN: "off" },
      says: /^PASSWORD_SIGN_IN=off requires another sign-in/,
    },
    {
      name: "a demo without password sign-in",
      environment: { ...OIDC, PASSWORD_SIGN_IN: "off" },
      says: /^PASSWORD_SIGN_IN=off is not possible while PostgreSQL is embedded/,
    },
  ];
  it.each(cases)("$name", ({ environment, says }) => {
    expect(errorsOf(environment)).toEqual([expect.stringMatching(says)]);
  });
});
