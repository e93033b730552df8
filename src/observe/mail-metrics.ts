import { Counter, type Registry } from "prom-client";

export type MailResult = "sent" | "rejected" | "failed";

/** Registers the counter of mails; returns a function that counts one attempt. */
export function addMailMetrics(registry: Registry): (result: MailResult) => void {
  const counter = new Counter({
    name: "latchkey_mails_total",
    help: "Attempts to send a mail by result: sent, rejected (the server refused the mail permanently) or failed (retried later).",
    labelNames: ["result"],
    registers: [registry],
  });
  for (const result of ["sent", "rejected", "failed"]) counter.inc({ result }, 0);
  return (result) => counter.inc({ result });
}
