import { type ReceivedRequestError, requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import type { Messages } from "../../messages.en.ts";
import { type AppForm, askedScopes } from "./form.ts";

type Violation = ReceivedRequestError["violations"][number];

const FIELDS: Record<string, string> = {
  "profile.name": "name",
  "profile.purpose": "purpose",
  "profile.website": "website",
  "profile.support_contact": "support_contact",
  "profile.launch_url": "launch_url",
  "profile.redirect_uris": "redirect_uri-0",
  refresh_mode: "refresh_mode",
  image: "logo",
};

/** The field errors of a failed call; empty for other errors. */
export function toFieldErrors(t: Messages, form: AppForm, failure: unknown): FieldError[] {
  return toErrors(t, form, requestErrorOf(failure)?.violations ?? []);
}

export function toErrors(t: Messages, form: AppForm, violations: readonly Violation[]): FieldError[] {
  return violations.map((violation) => ({ field: fieldOf(form, violation.field), text: errorText(t, violation) }));
}

/** The element id of a violation. Indexes in the request skip empty rows and unchecked scopes. */
function fieldOf(form: AppForm, path: string): string {
  const [, list, index, part] = /^profile\.(redirect_uris|scopes)\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? [];
  const at = Number(index);
  if (list === "redirect_uris") return `redirect_uri-${filledRows(form)[at] ?? 0}`;
  if (list === "scopes") return `${part === "reason" ? "why" : "scope"}-${askedScopes(form)[at]?.key ?? ""}`;
  if (path === "profile.scopes") return `scope-${form.scopes[0]?.key ?? ""}`;
  return FIELDS[path] ?? "name";
}

function filledRows({ redirectUris }: AppForm): number[] {
  return redirectUris.flatMap((uri, row) => (uri === "" ? [] : [row]));
}

/** The translated text for the reason or field, else the core's description. */
export function errorText({ portal }: Messages, { field, reason = "", description }: Violation): string {
  const { required, fields, codes } = portal.form.errors;
  const group = field.replace(/^profile\./, "").replace(/\[\d+\]/, "");
  if (reason === "REQUIRED" && Object.hasOwn(required, group)) return required[group]!;
  if (Object.hasOwn(codes, reason)) return codes[reason]!;
  return Object.hasOwn(fields, field) ? fields[field]! : description;
}
