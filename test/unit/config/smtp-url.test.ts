import { describe, expect, it } from "vitest";
import { errorsOf } from "./environments.ts";

describe("mail", () => {
  it.each([
    { name: "another scheme", url: "http://mail.example.com" },
    { name: "a query, which could turn off the verification", url: "smtp://mail.example.com?tls.rejectUnauthorized=0" },
    { name: "a path", url: "smtp://mail.example.com/x" },
    { name: "a user without a password", url: "smtp://ada@mail.example.com" },
    { name: "no host", url: "smtp://" },
  ])("refuses SMTP_URL with $name, and never prints it", ({ url }) => {
    expect(errorsOf({ SMTP_URL: url, MAIL_FROM: "a@example.com" })).toEqual([
      "SMTP_URL must be smtp://user:password@host:587 or smtps://user:password@host:465, without path and query.",
    ]);
  });

  it.each([
    "no address",
    "Ada <ada@example.com",
    "ada@example.com\r\nBcc: eve@example.com",
    "A\nB <ada@example.com>",
    "a@b@c",
  ])("refuses MAIL_FROM=%j", (from) => {
    expect(errorsOf({ SMTP_URL: "smtp://localhost", MAIL_FROM: from })).toEqual([
      expect.stringMatching(/^MAIL_FROM must be an address/),
    ]);
  });

  it("needs both settings", () => {
    expect(errorsOf({ SMTP_URL: "smtp://localhost" })).toEqual([
      "SMTP_URL and MAIL_FROM must be set together: set all of them or none.",
    ]);
  });
});
