import { describe, expect, it } from "vitest";
import { isSupportEmail, supportError, supportHref } from "../../../src/brand/support.ts";

describe("supportError", () => {
  it.each([
    "help@harbour.example",
    "a.b+c@x-y.example",
    "https://harbour.example/help?from=app",
    "HTTPS://harbour.example",
  ])("accepts %j", (contact) => expect(supportError(contact)).toBeNull());
  it.each([
    "",
    "harbour.example",
    "http://harbour.example",
    "javascript:alert(1)",
    "mailto:help@harbour.example",
    "https://user:password@harbour.example",
    "https://harbour.example/a b",
    "https://",
    "help@localhost",
    'help"@harbour.example',
    "help%0d%0a@harbour.example",
    "help@harbour.example\r\nBcc: x@y.example",
    `${"x".repeat(250)}@y.example`,
  ])("refuses %j", (contact) => expect(supportError(contact)).toContain("must be an e-mail address, or an https URL"));
});

it("an address becomes a mailto link whose parts cannot be read as headers", () => {
  expect(supportHref("help@harbour.example")).toBe("mailto:help@harbour.example");
  expect(supportHref("a?bcc=x&b@harbour.example")).toBe("mailto:a%3Fbcc%3Dx%26b@harbour.example");
  expect(supportHref("https://harbour.example/help")).toBe("https://harbour.example/help");
  expect(isSupportEmail("https://harbour.example/@help")).toBe(false);
});
