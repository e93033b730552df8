import { type HtmlValue, html } from "../../components/html.ts";
import { reasonName } from "../../components/reason.ts";
import type { PageContext } from "../../router/page-router.ts";

type Names = Readonly<Record<string, string>>;

/** The details of an audit event as names and values. Names and values without a text are shown as code. */
export function detailFacts(context: PageContext, detailJson: string): (readonly [HtmlValue, HtmlValue])[] {
  const { names } = context.t.console.audit.details;
  return Object.entries(JSON.parse(detailJson || "{}") as Record<string, unknown>)
    .filter(([, value]) => value !== null && value !== "")
    .map(([key, value]) => [textIn(names, key) ?? html`<code>${key}</code>`, shownValue(context, key, value)] as const);
}

function shownValue(context: PageContext, key: string, value: unknown): HtmlValue {
  const { details } = context.t.console.audit;
  if (typeof value === "boolean") return value ? details.yes : details.no;
  const text = typeof value === "string" ? valueName(context, key, value) : null;
  return text ?? html`<code dir="auto">${plainText(value)}</code>`;
}

/** The text for a value of an enum; null for other values. */
function valueName({ t }: PageContext, key: string, value: string): string | null {
  const { details } = t.console.audit;
  const tables: Record<string, Names> = {
    by: details.methods,
    method: details.methods,
    second_factor: details.methods,
    party: t.parties,
    role: t.roles,
    scope: details.lockouts,
    sensitivity: t.console.sensitivities,
    // The key `state` also occurs in events of webhook endpoints.
    state: { ...t.webhooks.states, ...t.appStates },
    subject: details.subjects,
  };
  if (key === "reason" || key === "reason_code") return reasonText(t, value);
  return Object.hasOwn(tables, key) ? textIn(tables[key]!, value.toLowerCase()) : null;
}

function reasonText(t: PageContext["t"], code: string): string | null {
  if (code === "GONE") return t.webhooks.states.gone;
  if (code === "FAILING") return t.webhooks.states.disabledFailing;
  const name = reasonName({ t }, code);
  return name === code ? null : name;
}

function textIn(names: Names, key: string): string | null {
  return Object.hasOwn(names, key) ? names[key]! : null;
}

function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
