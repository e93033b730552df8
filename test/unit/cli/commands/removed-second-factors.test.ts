import { expect, test } from "vitest";
import { removedSecondFactorsText } from "../../../../src/cli/commands/removed-second-factors.ts";

const none = { authenticatorApps: 0, passkeys: 0, recoveryCodes: 0, endedSessions: 0 };

test.each([
  [none, "The account had no second factors. Nothing was removed."],
  [
    { authenticatorApps: 1, passkeys: 0, recoveryCodes: 9, endedSessions: 2 },
    "Removed: 1 authenticator app, 9 unused recovery codes. 2 sessions were ended.",
  ],
  [
    { ...none, passkeys: 2, recoveryCodes: 1, endedSessions: 1 },
    "Removed: 2 passkeys, 1 unused recovery code. 1 session was ended.",
  ],
])("%j is %s", (removed, text) => {
  expect(removedSecondFactorsText(removed)).toBe(text);
});
