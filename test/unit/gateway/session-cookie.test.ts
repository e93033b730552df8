import { describe, expect, it } from "vitest";
import { readSessionCookie, sessionCookieName } from "../../../src/gateway/session-cookie.ts";
import { cookieJar } from "../../../src/web/http/cookies.ts";

const TOKEN = "Yq3v-0_sessiontokenofthebrowser0123456789ABC";
const ORIGINS = ["https://auth.example", "http://localhost:8080"];

describe("the session cookie that the pages write", () => {
  it.each(ORIGINS)("is the one that the authorize route reads, at %s", (origin) => {
    const written = cookieJar(origin.startsWith("https:")).write("session", TOKEN, 60);
    expect(readSessionCookie(written.split(";")[0], sessionCookieName(origin))).toBe(TOKEN);
  });

  const name = sessionCookieName(ORIGINS[0]!);
  const headers = [
    { name: "no header", header: undefined },
    { name: "no session among the cookies", header: `${name}-form=${TOKEN}; other=1` },
    { name: "two sessions, of which one was planted", header: `${name}=${TOKEN}; ${name}=${TOKEN}` },
    { name: "no token of ours", header: `${name}=a b` },
    { name: "an empty one", header: `${name}=` },
  ];
  it.each(headers)("is read by neither: $name", ({ header }) => {
    expect(readSessionCookie(header, name)).toBeNull();
    expect(cookieJar(true).read(header, "session")).toBeNull();
  });
});
