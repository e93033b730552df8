import { expect, test } from "vitest";
import { addressDifference } from "../../../../src/web/portal/check/address-difference.ts";

test.each([
  { sent: "http://parcel.example/cb?a=1", difference: { kind: "scheme", sent: "http://", right: "https://" } },
  { sent: "https://parcel.example:8443/cb?a=1", difference: { kind: "port", sent: "8443", right: "" } },
  { sent: "https://Parcel.example/cb?a=1", difference: { kind: "case" } },
  { sent: "https://parcel.example/CB?a=1", difference: { kind: "case" } },
  { sent: "https://parcel.example/cb?a=1", difference: null },
  { sent: "https://parcel.example/cb?a=2", difference: null },
  { sent: "http://parcel.example/other", difference: null },
  { sent: "not a URL", difference: null },
])("the only difference of $sent", ({ sent, difference }) => {
  expect(addressDifference(sent, "https://parcel.example/cb?a=1")).toEqual(difference);
});
