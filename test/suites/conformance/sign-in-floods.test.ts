import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OWNER, type Platform, startPlatform } from "./platform.ts";
import { csrfIn, Visitor } from "./visitor.ts";

const FLOOD = 600;
const HERE = "127.0.0.1";
const ELSEWHERE = "127.0.0.2";

let platform: Platform;
let form: { cookie: string; csrf_token: string };

beforeAll(async () => {
  platform = await startPlatform("split");
  const visitor = new Visitor(platform);
  const csrf_token = csrfIn(await visitor.get("/sign-in"));
  form = { cookie: [...visitor.cookies].map((pair) => pair.join("=")).join("; "), csrf_token };
}, 300_000);
afterAll(() => platform?.stop());

/** The status of a sign-in from this address of the machine. */
async function signInFrom(localAddress: string, fields: { email: string; password: string }): Promise<number> {
  const { origin } = platform.service;
  const headers = { cookie: form.cookie, origin, "content-type": "application/x-www-form-urlencoded" };
  const agent = new Agent({ localAddress });
  const posting = request(`${origin}/sign-in`, { method: "POST", headers, agent });
  posting.end(new URLSearchParams({ ...fields, csrf_token: form.csrf_token }).toString());
  const [answer] = (await once(posting, "response")) as [IncomingMessage];
  await text(answer);
  return answer.statusCode!;
}

const wrong = (name: string) => ({ email: `${name}@nowhere.example`, password: "wrong horse battery" });
const signsIn = (address: string) => expect.poll(() => signInFrom(address, OWNER), { timeout: 60_000 }).toBe(303);

test("C11 after 105 wrong sign-ins for unknown accounts a right one from the same address succeeds", async () => {
  for (let n = 0; n < 105; n++) expect(await signInFrom(HERE, wrong(`a${n}`))).toBe(400);
  await signsIn(HERE);
}, 300_000);

test("C11 600 concurrent wrong sign-ins for unknown accounts do not affect a right one from another address", async () => {
  const flood = Array.from({ length: FLOOD }, (_, n) => signInFrom(HERE, wrong(`b${n}`)).catch(() => null));
  await signsIn(ELSEWHERE);
  const statuses = new Set(await Promise.all(flood));
  expect(statuses).not.toContain(303);
  await signsIn(HERE);
}, 300_000);
