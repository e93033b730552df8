import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import type { Platform } from "./platform.ts";

const FORM = "application/x-www-form-urlencoded";

/** Cases of HTTP itself: slow requests, contradictory headers, and paths that are no endpoints. */
export function httpEdges(platform: () => Platform): void {
  const HEAD = `POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${FORM}\r\n`;
  /** Returns the bytes that arrive until the service closes the connection. */
  async function speak(bytes: string, dripMs = 0): Promise<string> {
    const socket = connect(Number(new URL(platform().service.origin).port), "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", () => {});
    socket.write(bytes);
    const drip = dripMs > 0 ? setInterval(() => socket.write("x"), dripMs) : undefined;
    await once(socket, "close");
    clearInterval(drip);
    return Buffer.concat(chunks).toString("latin1");
  }

  describe("B7 RFC 9112 §6, §9.5 slow clients", () => {
    // The service must close the connection; otherwise the timeout fails the test.
    test.concurrent.each<[string, string, number]>([
      ["headers that come letter by letter", `${HEAD}x: `, 200],
      ["a body that comes letter by letter", `${HEAD}Content-Length: 9999\r\n\r\n`, 200],
      ["headers that stop", HEAD, 0],
      ["a body that stops", `${HEAD}Content-Length: 99\r\n\r\nx`, 0],
    ])("%s: 408 as an OAuth error, and closed", async (_name, bytes, dripMs) => {
      const answer = await speak(bytes, dripMs);
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(JSON.parse(answer.split("\r\n\r\n")[1]!).error).toBe("invalid_request");
    });
  });

  test.each([
    ["length and chunks", `${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["two lengths", `${HEAD}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`],
    ["chunks around gzip", `${HEAD}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
    ["two hosts", `${HEAD}Host: evil.example\r\nContent-Length: 0\r\n\r\n`],
    ["a folded header", `${HEAD}x: y\r\n z\r\nContent-Length: 0\r\n\r\n`],
    ["no HTTP", "hello\r\n\r\n"],
  ])("B7 RFC 9112 §6.3 %s: 400 as an OAuth error", async (_name, bytes) => {
    const answer = await speak(bytes.replace("\r\n", "\r\nConnection: close\r\n"));
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*cache-control: no-store/);
    expect(JSON.parse(answer.split("\r\n\r\n")[1]!).error).toBe("invalid_request");
  });

  test("B8 RFC 6749 §3.2 every other method at every POST endpoint, at both paths: 405 with Allow: POST", async () => {
    for (const prefix of ["", "/api/v1"])
      for (const endpoint of ["token", "revoke", "introspect", "uninstall"])
        for (const method of ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
          const url = `${platform().service.origin}${prefix}/oauth/${endpoint}`;
          const answer = await fetch(url, { method, headers: { accept: "text/html" } });
          expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "POST"]);
          if (method !== "HEAD") expect(((await answer.json()) as { error: string }).error).toBe("invalid_request");
        }
  });

  test("404 RFC 6749 §5.2 paths next to the endpoints get an OAuth error for any Accept header", async () => {
    for (const path of [
      "/oauth/token/",
      "/oauth//token",
      "/OAuth/token",
      "/oauth/token;x=1",
      "/oauth/../oauth/tokens",
      "/api/v2/oauth/token",
      "/api/v1/oauth/",
      "/oauth",
    ]) {
      const answer = await fetch(`${platform().service.origin}${path}`, {
        method: "POST",
        headers: { accept: "text/html" },
      });
      expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
        path,
        404,
        "application/json; charset=utf-8",
      ]);
    }
  });

  test.each(["/interactions/x", "/install/x", "/sign-in", "/"])(
    "B8 PUT of the page %s: 405 with Allow",
    async (path) => {
      const answer = await fetch(`${platform().service.origin}${path}`, {
        method: "PUT",
        headers: { accept: "text/html" },
      });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([405, "text/html; charset=utf-8"]);
      expect(answer.headers.get("allow")).toMatch(/^GET/);
    },
  );

  test("a path that is not UTF-8 gets a page in a browser, and JSON at the endpoints", async () => {
    for (const [path, type] of [
      ["/%zz", "text/html; charset=utf-8"],
      ["/install/%C0%80", "text/html; charset=utf-8"],
      ["/oauth/%zz", "application/json; charset=utf-8"],
    ]) {
      const answer = await fetch(`${platform().service.origin}${path}`, { headers: { accept: "text/html" } });
      expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 400, type]);
    }
  });
}
