import { type Html, html } from "../../components/html.ts";
import { type Fields, multilineText } from "../../http/fields.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import type { AppFacts } from "../apps/facts.ts";
import { appPath } from "../paths.ts";

/** The id of the form that approves, returns or rejects an app. */
export const DECISION_FORM = "decision-form";

interface InsertButton {
  /** The route that inserts, and the field with what it inserts. */
  part: "check" | "refusal";
  value: string;
  /** The id of the element that the text is about. */
  describedBy: string;
  label: string;
}

/** A button outside the form that adds a text to the explanation. */
export function insertButton({ app }: AppFacts, { part, value, describedBy, label }: InsertButton): Html {
  const action = `${appPath(app.clientId)}/insert-${part}#decision`;
  return html`<p><button type="submit" form="${DECISION_FORM}" class="secondary button-small" name="${part}" value="${value}" formaction="${action}" aria-describedby="${describedBy}">${label}</button></p>`;
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
