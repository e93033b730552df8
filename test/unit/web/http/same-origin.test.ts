import { expect, test } from "vitest";
import { isFromOwnPage } from "../../../../src/web/http/same-origin.ts";

const own = "https://login.example";

test.each([
  ["a form of ours", { origin: own, "sec-fetch-site": "same-origin" }],
  ["a form of ours in a browser without fetch metadata", { origin: own }],
  ["a page sent again by hand", { origin: own, "sec-fetch-site": "none" }],
  ["a program", {}],
])("is taken: %s", (_name, headers) => {
  expect(isFromOwnPage(headers, own)).toBe(true);
});

test.each([
  ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["another site without fetch metadata", { origin: "https://evil.example" }],
  ["a sibling host", { origin: "https://shop.example", "sec-fetch-site": "same-site" }],
  ["a sibling host that hides its origin", { "sec-fetch-site": "same-site" }],
  ["another site that hides its origin", { "sec-fetch-site": "cross-site" }],
  ["another port", { origin: `${own}:8443` }],
  ["another scheme", { origin: "http://login.example" }],
  ["a name that begins alike", { origin: `${own}.evil.example` }],
  ["a hidden origin", { origin: "null" }],
  ["a hidden origin that says it is ours", { origin: "null", "sec-fetch-site": "same-origin" }],
])("C12 is refused: %s", (_name, headers) => {
  expect(isFromOwnPage(headers, own)).toBe(false);
});
