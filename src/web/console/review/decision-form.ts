import { checkField } from "../../components/fields.ts";
import { type Html, html } from "../../components/html.ts";
import { type Fields, multilineText } from "../../http/fields.ts";
import type { Frame } from "../../layout/frame.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import type { AppFacts } from "../apps/facts.ts";
import { appPath } from "../paths.ts";

/** The id of the form that approves, returns or rejects an app. */
export const DECISION_FORM = "decision-form";

/** The field with the restricted scopes to allow. */
export const RESTRICTED = "restricted";

/** The field with all restricted scopes that the form offers. */
const OFFERED = "restricted_offered";

/** The choice that a decision other than an approval refuses the restricted scopes without a tick. */
export const REFUSE_UNTICKED = "restricted_scopes_refused";

/** The fields of the form that may have several values. */
export const REPEATABLE = [RESTRICTED, OFFERED];

/** The fields that a decision other than an approval needs to refuse restricted scopes; null if the app requests none. */
export function refusalField(
  { t }: Pick<Frame, "t">,
  scopes: readonly string[],
  rejected: RejectedForm | null,
): Html | null {
  if (scopes.length === 0) return null;
  const checked = rejected?.fields.one(REFUSE_UNTICKED) === "yes";
  const { refuseUnticked: label, refuseUntickedHint: hint } = t.console.review;
  return html`${scopes.map((name) => html`<input type="hidden" name="${OFFERED}" value="${name}">`)}
${checkField({ id: REFUSE_UNTICKED, name: REFUSE_UNTICKED, label, hint, checked }, rejected?.errors)}`;
}

/** The restricted scopes that a decision other than an approval refuses. */
export function refusedScopes(fields: Fields): string[] {
  if (fields.one(REFUSE_UNTICKED) !== "yes") return [];
  const allowed = fields.all(RESTRICTED);
  return fields.all(OFFERED).filter((name) => !allowed.includes(name));
}

interface InsertButton {
  /** The finding that the button adds. */
  value: string;
  /** The id of the element that the text is about. */
  describedBy: string;
  label: string;
}

/** A button outside the form that adds a text to the explanation. */
export function insertButton({ app }: AppFacts, { value, describedBy, label }: InsertButton): Html {
  const action = `${appPath(app.clientId)}/insert-check#decision`;
  return html`<p><button type="submit" form="${DECISION_FORM}" class="secondary button-small" name="check" value="${value}" formaction="${action}" aria-describedby="${describedBy}">${label}</button></p>`;
}

interface Inserted {
  /** Null if there is nothing to insert. */
  text: string | null;
  reasonCode: string | null;
}

/** The form of a decision with a text below the typed one, unless that contains it. A chosen reason code stays. */
export function withInserted(fields: Fields, { text, reasonCode }: Inserted): RejectedForm {
  const typed = multilineText(fields, "reason_text");
  const added = text !== null && typed.includes(text) ? null : text;
  const inserted: Record<string, string> = {
    reason_code: fields.one("reason_code") || (reasonCode ?? ""),
    reason_text: [typed, added].filter(Boolean).join("\n\n"),
  };
  const filled = { ...fields, one: (name: string) => inserted[name] ?? fields.one(name) };
  return { status: 200, fields: filled, errors: [], message: null, stale: false };
}
