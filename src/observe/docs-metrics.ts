import { Counter, type Registry } from "prom-client";

/** An answer to the question whether a page of the documentation helps. */
export interface DocsFeedback {
  /** One of the known pages, so that the number of series is bounded. */
  page: string;
  helpful: "yes" | "no";
}

/** Registers the counter of answers; returns a function that counts one of them. */
export function addDocsMetrics(registry: Registry): (feedback: DocsFeedback) => void {
  const counter = new Counter({
    name: "latchkey_docs_feedback_total",
    help: "Answers to the question whether a page of the documentation helps, by page.",
    labelNames: ["page", "helpful"],
    registers: [registry],
  });
  return ({ page, helpful }) => counter.inc({ page, helpful });
}
