import { expect, test } from "vitest";
import { safeNextPath, signInPath } from "../../../../src/web/http/next-path.ts";

test.each([
  "/",
  "/interactions/0198c0de-1111-7000-8000-000000000001",
  "/install/app_0123456789abcdefABCDEF",
  "/sign-in?next=%2Finteractions%2Fx",
  "/oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=%F0%9F%A6%8A",
])("a path of this origin stays as it is: %s", (next) => {
  expect(safeNextPath(next)).toBe(next);
});

test.each([
  ["nothing", ""],
  ["another host", "//evil.example"],
  ["another host after a backslash", "/\\evil.example"],
  ["two backslashes", "\\\\evil.example"],
  ["an absolute address", "https://evil.example/"],
  ["a scheme without slashes", "https:evil.example"],
  ["a script", "javascript:alert(1)"],
  ["data", "data:text/html,x"],
  ["no slash first", "evil.example"],
  ["a space first", " //evil.example"],
  ["a tab that browsers drop", "/\t/evil.example"],
  ["a line break that browsers drop", "/\n/evil.example"],
  ["a header", "/\r\nLocation: https://evil.example"],
  ["an encoded slash", "/%2Fevil.example"],
  ["an encoded backslash", "/%5Cevil.example"],
  ["encoded twice", "/%252Fevil.example"],
  ["another host behind a dot", "/.//evil.example"],
  ["another host behind dots", "/a/..//evil.example"],
  ["user info", "/@evil.example"],
  ["a fragment", "/a#b"],
  ["a null character", "/\0"],
  ["letters that look like slashes", "/\uFF0Fevil.example"],
  ["a backslash in the query", "/?\\evil.example"],
  ["more than a header can hold", `/${"a".repeat(9000)}`],
])("R5 next is refused with %s", (_name, next) => {
  expect(safeNextPath(next)).toBeNull();
});

test("R5 every accepted path resolves to the origin with a browser's parser", () => {
  for (const next of ["/", "/..", "/.", "/a/../..", "/a?//evil.example", "/a?https://evil.example"]) {
    const accepted = safeNextPath(next);
    if (accepted !== null) expect(new URL(accepted, "https://login.example").origin).toBe("https://login.example");
  }
});

test("a sign-in link contains the page's path, except for the start page", () => {
  expect(signInPath("/interactions/x")).toBe("/sign-in?next=%2Finteractions%2Fx");
  expect(signInPath("/")).toBe("/sign-in");
  expect(signInPath("/a", "again")).toBe("/sign-in?next=%2Fa&prompt=login");
});
