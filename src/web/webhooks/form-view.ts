import { inputField } from "../components/fields.ts";
import { csrfField, type FieldError, fieldName } from "../components/form.ts";
import { type Html, html } from "../components/html.ts";
import { pageHeader } from "../components/page-header.ts";
import type { Fields } from "../http/fields.ts";
import type { Page, PageContext } from "../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../router/rejected-form.ts";
import { eventText } from "./names.ts";
import type { Webhooks } from "./place.ts";

/** The input of the form. */
export interface EndpointInput {
  url: string;
  description: string;
  /** True selects all types, also future ones. Then `eventTypes` is ignored. */
  all: boolean;
  eventTypes: readonly string[];
}

export const REPEATABLE = ["event_types"];

export function readInput(fields: Fields): EndpointInput {
  return {
    url: fields.one("url")?.trim() ?? "",
    description: fields.one("description")?.trim() ?? "",
    all: fields.one("events") !== "some",
    eventTypes: fields.all("event_types"),
  };
}

export interface EndpointForm {
  title: string;
  action: string;
  submit: string;
  /** The path to which "Cancel" leads. */
  back: string;
  knownTypes: readonly string[];
  input: EndpointInput;
  rejected: RejectedForm | null;
}

/** The form of a new or an existing endpoint. */
export function endpointFormPage(context: PageContext, { crumbs, path }: Webhooks, form: EndpointForm): Page {
  const { t } = context;
  const { form: texts, title: list } = t.webhooks;
  const { title, input } = form;
  const rejected = form.rejected && { ...form.rejected, errors: toErrors(context, input.url, form.rejected.errors) };
  const errors = rejected?.errors ?? [];
  const body = html`${pageHeader(context, { crumbs: [...crumbs, { href: path, label: list }], title })}
<section class="card">
${rejectionNotice(context, rejected)}
<form method="post" action="${form.action}" novalidate data-once>${csrfField(context.csrfToken)}
${inputField({ name: "url", label: texts.url, hint: texts.urlHint, type: "url", value: input.url }, errors)}
${inputField({ name: "description", label: texts.description, hint: texts.descriptionHint, value: input.description, optional: true }, errors)}
${eventFields(context, form, errors)}
<div class="buttons"><button type="submit">${form.submit}</button><a class="button secondary" href="${form.back}">${texts.cancel}</a></div>
</form></section>`;
  return { title, body };
}

function eventFields(context: PageContext, { knownTypes, input }: EndpointForm, errors: readonly FieldError[]): Html {
  const { form: texts } = context.t.webhooks;
  const error = errors.find(({ field }) => field === "event_types");
  const radio = (value: string, checked: boolean, label: string) =>
    html`<div class="check"><input type="radio" id="events-${value}" name="events" value="${value}" ${checked && "checked"}><div><label for="events-${value}">${label}</label></div></div>`;
  const boxes = knownTypes.map(
    (type) =>
      html`<div class="check"><input type="checkbox" id="event-${type}" name="event_types" value="${type}" ${input.eventTypes.includes(type) && "checked"} aria-describedby="event-${type}-hint">
<div><label for="event-${type}"><code>${type}</code></label> <small id="event-${type}-hint">${eventText(context.t, type)}</small></div></div>`,
  );
  return html`<fieldset class="event-choice" id="event_types" tabindex="-1"><legend>${texts.events}</legend>
${error && html`<p class="fault">${error.text}</p>`}
${radio("all", input.all, texts.allEvents)}
${radio("some", !input.all, texts.someEvents)}
<div class="event-types">${boxes}</div></fieldset>`;
}

/** The errors with the texts of these pages, and with the names of their fields. */
function toErrors({ t }: PageContext, url: string, errors: readonly FieldError[]): FieldError[] {
  const { errors: texts, form } = t.webhooks;
  const description = fieldName(form.description);
  const labels: Record<string, string> = { url: form.url, description, event_types: form.events };
  const keyOf = (field: string) => {
    if (field !== "url") return field;
    if (url.trim() === "") return "urlMissing";
    // Over http, the address may be a loopback one, which is allowed without a fragment.
    if (url.includes("#")) return "urlFragment";
    return /^http:/i.test(url) ? "urlHttp" : field;
  };
  return errors.map(({ field, code = "", text, label }) => ({
    field,
    text: texts[code] ?? texts[keyOf(field)] ?? text,
    label: labels[field] ?? label,
  }));
}
