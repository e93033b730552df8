import { expect, test } from "vitest";
import { findMisspelled } from "../../../src/config/misspelled-settings.ts";
import { SETTINGS } from "../../../src/config/settings.ts";

test.each([
  ["ACCESS_TOKEN_TLL", "ACCESS_TOKEN_TTL"],
  ["RATE_LIMT_SIGN_IN", "RATE_LIMIT_SIGN_IN"],
  ["LOGLEVEL", "LOG_LEVEL"],
  ["TOKEN_KEYS", "TOKEN_KEY"],
])("%s resembles %s", (variable, setting) => {
  expect(findMisspelled({ [variable]: "1" })).toEqual([{ variable, setting }]);
});

test.each([
  ["HOSTS", "a short name"],
  ["HTTP_PROXY", "a name of another program"],
  ["TOKEN_KEY_FILE", "the file of a secret"],
  ["OTEL_TRACES_SAMPLER_ARGS", "a variable of OpenTelemetry"],
  ["npm_config_http_port", "npm's configuration"],
])("%s resembles no setting: %s", (variable) => {
  expect(findMisspelled({ [variable]: "1" })).toEqual([]);
});

test("no setting and no empty variable is reported", () => {
  const settings = Object.keys(SETTINGS.shape).map((name) => [name, "1"]);
  expect(findMisspelled(Object.fromEntries([...settings, ["ACCESS_TOKEN_TLL", ""]]))).toEqual([]);
});
