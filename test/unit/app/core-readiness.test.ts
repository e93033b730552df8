import pino from "pino";
import { expect, test } from "vitest";
import { logUntilServing } from "../../../src/app/core-readiness.ts";

/** Runs `logUntilServing` with the answers of a core, and returns the logged messages. */
async function messagesFor(answers: boolean[], signal = new AbortController().signal): Promise<string[]> {
  const messages: string[] = [];
  const log = pino({ level: "info" }, { write: (line) => void messages.push(JSON.parse(line).msg) });
  const isServing = async () => answers.shift()!;
  await logUntilServing({ url: "http://core:50051", isServing, log, signal, pollMs: 1 });
  return messages;
}

const NOT_READY = "the core of CORE_URL is not ready; requests get 503 until it is";

test("a core that serves is not mentioned", async () => {
  expect(await messagesFor([true])).toEqual([]);
});

test("a core that does not serve is logged once, and again when it serves", async () => {
  expect(await messagesFor([false, false, false, true])).toEqual([NOT_READY, "the core is ready"]);
});

test("a gateway that closes stops checking", async () => {
  expect(await messagesFor([false], AbortSignal.abort())).toEqual([]);
});
