import { type HtmlValue, html } from "../../components/html.ts";
import { reasonName } from "../../components/reason.ts";
import type { PageContext } from "../../router/page-router.ts";

type Names = Readonly<Record<string, string>>;

type Fact = readonly [HtmlValue, HtmlValue];

/** The details of an audit event as names and values. Names and values without a text are shown as code. */
export function detailFacts(context: PageContext, detailJson: string): Fact[] {
  const { names } = context.t.console.audit.details;
  return (
    Object.entries(JSON.parse(detailJson || "{}") as Record<string, unknown>)
      .filter(([, value]) => value !== null && value !== "")
      // Most changes of a scope change only its texts.
      .filter(([key, value]) => key !== "apps" || value !== 0)
      .flatMap(([key, value]) => {
        if (key === "texts") return textFacts(context, value as Texts);
        if (key === "settings") return settingFacts(context, value as Record<string, unknown>);
        return [[nameIn(names, key), shownValue(context, key, value)] as const];
      })
  );
}

/** The texts of a scope by language, such as `de`. */
type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

function textFacts({ t, language }: PageContext, texts: Texts): Fact[] {
  const { names } = t.console.audit.details;
  const languages = new Intl.DisplayNames(language, { type: "language" });
  return Object.entries(texts).flatMap(([code, fields]) =>
    Object.entries(fields)
      .filter(([, text]) => text !== "")
      .map(
        ([key, text]) =>
          [html`${nameIn(names, key)} (${languages.of(code)})`, html`<span dir="auto">${text}</span>`] as const,
      ),
  );
}

function settingFacts(context: PageContext, settings: Record<string, unknown>): Fact[] {
  const { console } = context.t;
  const modes: Names = console.apps.refreshModes;
  const changed = Object.entries(settings).filter(([, value]) => value !== null);
  return changed.map(([key, value]) => {
    const text = key === "refreshMode" ? textIn(modes, String(value).toLowerCase()) : null;
    return [nameIn(console.audit.details.settings, key), text ?? html`<code>${plainText(value)}</code>`] as const;
  });
}

function nameIn(names: Names, key: string): HtmlValue {
  return textIn(names, key) ?? html`<code>${key}</code>`;
}

/** Details of the brand that a change leaves out. */
const UNCHANGED = ["logoDigest", "support"];

/** Details whose values are words of a person. */
const WORDS = ["name", "title", "description", "passkey"];

function shownValue(context: PageContext, key: string, value: unknown): HtmlValue {
  const { details } = context.t.console.audit;
  if (typeof value === "boolean") return value ? details.yes : details.no;
  if (UNCHANGED.includes(key) && value === "unchanged") return details.unchanged;
  if (key === "reason_text") return html`<span class="lines" dir="auto">${plainText(value)}</span>`;
  if (WORDS.includes(key) && typeof value === "string") return html`<span dir="auto">${value}</span>`;
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
    team_role: t.roles,
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
  if (code === "PAUSED") return t.states.paused;
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
