import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EVENT_REQUEST, eventPayload } from "../../../src/web/docs/guides/event-sample.ts";
import { MESSAGES } from "../../../src/web/http/language.ts";

const text = readFileSync(join(import.meta.dirname, "../../../docs/webhooks.md"), "utf8");
const { events } = MESSAGES.en.webhooks;

describe("docs/webhooks.md", () => {
  test("has the request of /docs/webhooks", () => expect(text).toContain(`\n${EVENT_REQUEST}\n`));

  test("has every type with its meaning and the fields that have a value", () => {
    const rows = [...text.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| (.*?) \| (.*?) \|$/gm)];
    expect(rows.map(([, type, meaning]) => [type, meaning])).toEqual(Object.entries(events));
    for (const [, type = "", , fields = ""] of rows) {
      const filled = Object.entries<unknown>(eventPayload(type).data).filter(([, value]) => value !== null);
      const named = [...fields.matchAll(/`(\w+)`/g)].map(([, name]) => name);
      expect([type, named]).toEqual([type, filled.map(([name]) => name)]);
    }
  });
});
