import { expect, test } from "vitest";
import { addressRange, deviceNameOf } from "../../../../../src/web/account/security/device.ts";
import { de } from "../../../../../src/web/messages.de.ts";
import { en } from "../../../../../src/web/messages.en.ts";

const SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15";

test.each([
  ["a Mac by its own name", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI}`, "Safari on Mac"],
  ["a Chromebook by its own name", "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/141.0.0.0", "Chrome on Chromebook"],
  [
    "another device by its system",
    "Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/141.0.0.0 Edg/141.0",
    "Edge on Windows",
  ],
  ["a device of which only the system is known", "Mozilla/5.0 (Linux; Android 16)", "Android"],
  ["nothing that is unknown", "curl/8.17.0", null],
])("a device has a name that people use: %s", (_name, userAgent, shown) => {
  expect(deviceNameOf({ t: en }, userAgent)).toBe(shown);
});

test("the name is German on German pages", () => {
  expect(deviceNameOf({ t: de }, `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0) ${SAFARI}`)).toBe("Safari auf iPhone");
});

test.each([
  ["192.0.2.0/24", "192.0.2.x"],
  ["2001:db8:1::/48", "2001:db8:1:…"],
  ["", null],
])("the network %j is shown as %j", (network, shown) => {
  expect(addressRange(network)).toBe(shown);
});
