import { Registry } from "prom-client";
import { beforeEach, describe, expect, test } from "vitest";
import { addDocsMetrics, type DocsFeedback } from "../../../src/observe/docs-metrics.ts";
import { DOC_PAGES } from "../../../src/web/docs/pages.ts";
import { createSite, csrfIn, FORGED, type Site, Visitor } from "./site.ts";

const PAGE = "/docs/webhooks";

let site: Site;
let counted: DocsFeedback[];
let visitor: Visitor;
beforeEach(async () => {
  counted = [];
  site = await createSite({ countDocsFeedback: (feedback) => counted.push(feedback) });
  visitor = new Visitor(site);
  return () => site.app.close();
});

const answer = async (fields: Record<string, string>) =>
  visitor.post("/docs/feedback", { csrf_token: csrfIn(await visitor.get(PAGE)), ...fields });

describe("the question whether a page helps", () => {
  test.each(["yes", "no"])("counts %s and thanks on the page", async (helpful) => {
    const { statusCode, headers } = await answer({ page: "webhooks", helpful });
    expect([statusCode, headers.location]).toEqual([303, `${PAGE}?feedback=sent#feedback`]);
    expect(counted).toEqual([{ page: "webhooks", helpful }]);
    const { body } = await visitor.get(`${PAGE}?feedback=sent`);
    expect(body).toContain("Thank you. Your answer is counted.");
    expect(body).not.toContain('action="/docs/feedback"');
  });

  test("is asked below each page, for this page", async () => {
    for (const page of DOC_PAGES.filter((name) => name !== "try")) {
      const { body } = await visitor.get(`/docs/${page}`);
      expect(body).toContain(`<input type="hidden" name="page" value="${page}">`);
    }
  });

  test.each([
    { page: "unknown", helpful: "yes" },
    { page: "webhooks", helpful: "maybe" },
    { helpful: "yes" },
    { page: "webhooks" },
  ])("counts nothing for %j", async (fields) => {
    expect((await answer(fields as Record<string, string>)).statusCode).toBe(400);
    expect(counted).toEqual([]);
  });

  test.each(FORGED)("counts nothing for %s", async (_name, fields, headers) => {
    const page = await visitor.get(PAGE);
    const sent = { page: "webhooks", helpful: "yes", ...(fields ?? { csrf_token: csrfIn(page) }) };
    expect((await visitor.post("/docs/feedback", sent, headers)).statusCode).toBe(403);
    expect(counted).toEqual([]);
  });
});

test("the counter has a series for each page and answer", async () => {
  const registry = new Registry();
  const count = addDocsMetrics(registry);
  count({ page: "webhooks", helpful: "yes" });
  count({ page: "webhooks", helpful: "yes" });
  count({ page: "errors", helpful: "no" });
  const text = await registry.metrics();
  expect(text).toContain('latchkey_docs_feedback_total{page="webhooks",helpful="yes"} 2');
  expect(text).toContain('latchkey_docs_feedback_total{page="errors",helpful="no"} 1');
});
