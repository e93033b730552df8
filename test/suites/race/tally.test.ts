import { expect, it } from "vitest";
import type { Attempt } from "./racer.ts";
import { toTally } from "./tally.ts";

const pair = (name: string): Attempt => ({ accessToken: `a${name}`, refreshToken: `r${name}` });
const refused = (reason: string): Attempt => ({ reason });
const NOTHING = { double: 0, none: 0, server: 0, other: 0 };

it.each<["exchange" | "refresh", Attempt[], Partial<typeof NOTHING>]>([
  ["exchange", [pair("1"), refused("code_reused"), refused("code_reused")], {}],
  ["exchange", [pair("1"), pair("2"), refused("code_reused")], { double: 1 }],
  ["exchange", [pair("1"), pair("1"), refused("code_reused")], { double: 1 }],
  ["exchange", [refused("code_reused"), refused("code_reused")], { none: 1 }],
  ["exchange", [pair("1"), refused("code_expired")], { other: 1 }],
  ["exchange", [pair("1"), refused("StorageError: deadlock detected")], { server: 1 }],
  ["refresh", [pair("1"), pair("1"), pair("1")], {}],
  ["refresh", [pair("1"), pair("2"), pair("1")], { double: 1 }],
  ["refresh", [pair("1"), refused("refresh_reused")], { other: 1 }],
  ["refresh", [refused("unavailable"), refused("internal")], { none: 1, server: 2 }],
])("the tally of races counts what must not be: %s of %j", (operation, attempts, faults) => {
  const tally = toTally("any");
  tally.add({ operation, attempts });
  expect(tally.faults()).toEqual({ ...NOTHING, ...faults });
});
