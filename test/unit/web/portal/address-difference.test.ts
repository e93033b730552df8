import { expect, test } from "vitest";
import { addressDifference } from "../../../../src/web/portal/check/address-difference.ts";

test.each([
  { sent: "http://parcel.example/cb?a=1", difference: "scheme" },
  { sent: "https://parcel.example:8443/cb?a=1", difference: "port" },
  { sent: "https://Parcel.example/cb?a=1", difference: "case" },
  { sent: "https://parcel.example/CB?a=1", difference: "case" },
  { sent: "https://parcel.example/cb?a=1", difference: null },
  { sent: "https://parcel.example/cb?a=2", difference: null },
  { sent: "http://parcel.example/other", difference: null },
  { sent: "not a URL", difference: null },
])("the only difference of $sent is $difference", ({ sent, difference }) => {
  expect(addressDifference(sent, "https://parcel.example/cb?a=1")).toBe(difference);
});
