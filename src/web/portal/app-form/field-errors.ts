import { type ReceivedRequestError, requestErrorOf } from "../../../rpc/errors.ts";
import { type FieldError, fieldName } from "../../components/form.ts";
import type { Messages } from "../../messages.en.ts";
import { textErrorOf } from "../../router/rejected-form.ts";
import { type AppForm, askedScopes } from "./form.ts";

type Violation = ReceivedRequestError["violations"][number];

const FIELDS: Record<string, string> = {
  "profile.name": "name",
  "profile.purpose": "purpose",
  "profile.website": "website",
  "profile.support_contact": "support_contact",
  "profile.privacy_policy": "privacy_policy",
  "profile.launch_url": "launch_url",
  "profile.redirect_uris": "redirect_uri-0",
  "profile.platform_start": "platform_start",
  "profile.scopes": "scopes",
  refresh_mode: "refresh_mode",
  image: "logo",
  note: "note",
};

/** The field of errors that belong to no field. */
export const NO_FIELD = "";

/** The code of the error, shown as a notice, that the app was changed after the form was opened. */
export const CHANGED = "REVISION_CHANGED";

/** The fields from the top of the form to its end. Errors without a field come before them. */
const ORDER = [
  ...["name", "purpose", "logo", "website", "support_contact", "privacy_policy"],
  ...["redirect_uri-", "scope", "launch_url", "platform_start", "refresh_mode", "note"],
];

/** The errors in the order of the form. */
export function inFormOrder(errors: readonly FieldError[]): FieldError[] {
  return errors.toSorted((left, right) => placeOf(left) - placeOf(right));
}

function placeOf({ field }: FieldError): number {
  // A scope and its reason stand together.
  const name = field.startsWith("why-") ? "scope" : field;
  return ORDER.findIndex((start) => name.startsWith(start));
}

/** The field errors of a failed call; empty for other errors. */
export function toFieldErrors(t: Messages, form: AppForm, failure: unknown): FieldError[] {
  const error = requestErrorOf(failure);
  if (error?.reason === CHANGED) return [{ field: NO_FIELD, text: t.portal.form.conflict.title, code: CHANGED }];
  return toErrors(t, form, error?.violations ?? []);
}

export function toErrors(t: Messages, form: AppForm, violations: readonly Violation[]): FieldError[] {
  return violations.map((violation) => {
    const field = violation.reason === "APP_LIMIT" ? NO_FIELD : fieldOf(form, violation.field);
    return { field, text: errorText(t, violation), label: labelOf(t, form, field) };
  });
}

/** The element id for a violation. The indexes in `path` do not count empty rows and unchecked scopes. */
function fieldOf(form: AppForm, path: string): string {
  const [, list, index, part] = /^profile\.(redirect_uris|scopes)\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? [];
  const at = Number(index);
  if (list === "redirect_uris") return `redirect_uri-${filledRows(form)[at] ?? 0}`;
  if (list === "scopes") return `${part === "reason" ? "why" : "scope"}-${askedScopes(form)[at]?.key ?? ""}`;
  return FIELDS[path] ?? NO_FIELD;
}

/** The name of a field as the form shows it. */
export function labelOf({ portal }: Messages, { scopes }: AppForm, field: string): string | undefined {
  const { form } = portal;
  const [, row] = /^redirect_uri-(\d+)$/.exec(field) ?? [];
  if (row !== undefined) return form.redirectUri(String(Number(row) + 1));
  const picked = scopes.find(({ key }) => field === `scope-${key}` || field === `why-${key}`)?.scope;
  if (picked !== undefined) return picked.title || picked.name;
  const labels: Record<string, string> = {
    name: form.name,
    purpose: form.purpose,
    website: form.website,
    support_contact: form.support,
    privacy_policy: form.privacyPolicy,
    launch_url: form.launchUrl,
    platform_start: form.start,
    redirect_uris: form.redirectUris,
    scopes: form.scopes,
    refresh_mode: form.refresh,
    logo: form.logo,
    note: form.note,
  };
  const label = labels[field];
  return label && fieldName(label);
}

function filledRows({ redirectUris }: AppForm): number[] {
  return redirectUris.flatMap((uri, row) => (uri === "" ? [] : [row]));
}

/** The translated text for the reason or field, else the core's description. */
export function errorText(t: Messages, { field, reason = "", description }: Violation): string {
  const { required, fields, codes, uriCodes, tooMany } = t.portal.form.errors;
  const [limit] = /\d+/.exec(description) ?? [];
  if (reason === "TOO_MANY" && limit !== undefined) return tooMany(limit);
  const group = field.replace(/^profile\./, "").replace(/\[\d+\]/, "");
  if (group === "redirect_uris" && Object.hasOwn(uriCodes, reason)) return uriCodes[reason]!;
  const general = textErrorOf(t, { reason, description });
  if (general !== null) return general;
  if (reason === "REQUIRED" && Object.hasOwn(required, group)) return required[group]!;
  if (Object.hasOwn(codes, reason)) return codes[reason]!;
  return Object.hasOwn(fields, field) ? fields[field]! : description;
}
