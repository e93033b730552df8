import { describe, expect, it } from "vitest";
import { loadConfig } from "../../../src/config/load-config.ts";
import { errorsOf } from "./environments.ts";

describe("all errors at once", () => {
  it("reports invalid values and conflicts together, without the conflicts of invalid values", () => {
    expect(
      errorsOf({ ROLE: "gateways", HTTP_PORT: "x", GRPC_PORT: "8081", HOST: "0.0.0.0", TOKEN_KEY: "short" }),
    ).toEqual([
      expect.stringMatching(/^ROLE must be/),
      expect.stringMatching(/^HTTP_PORT must be/),
      expect.stringMatching(/^TOKEN_KEY must be/),
      expect.stringMatching(/^HOST must be a loopback/),
      expect.stringMatching(/^GRPC_PORT and CONNECT_PORT are both 8081/),
    ]);
  });

  it("reports them in one message", () => {
    expect(() => loadConfig({ HTTP_PORT: "x", LOG_LEVEL: "loud" })).toThrow(
      '2 invalid settings:\n  HTTP_PORT must be a port, a whole number from 1 to 65535, not "x".\n  LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent, not "loud".',
    );
    expect(() => loadConfig({ WORKERS: "0" })).toThrow(
      'Invalid setting:\n  WORKERS must be a whole number from 1 to 256, not "0".',
    );
  });
});
