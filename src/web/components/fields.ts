import type { FieldError } from "./form.ts";
import { type Html, html } from "./html.ts";
import { STORED } from "./other-change.ts";

export interface Field {
  /** The id and name of the input. */
  name: string;
  label: string;
  hint?: Html | string;
  /** True if the field is not required. */
  optional?: boolean;
}

/** A textarea. */
export interface Area extends Field {
  value?: string;
  rows?: number;
  /** The id of the form, if the field stands outside of it. */
  form?: string;
}

export interface Input extends Field {
  type?: "text" | "email" | "search" | "date" | "datetime-local" | "url" | "password";
  value?: string;
  autocomplete?: string;
  /** The suggestions of the input, as a datalist. */
  options?: readonly string[];
}

/** A labelled text input. */
export function inputField(field: Input, errors: readonly FieldError[] = []): Html {
  const { name, type = "text", value = "", autocomplete = "off", optional, options } = field;
  return framed(
    field,
    errors,
    html`<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"
 ${!optional && "required"} ${options && html`list="${name}-options"`} ${described(field, errors)}>
${options && html`<datalist id="${name}-options">${options.map((option) => html`<option value="${option}"></option>`)}</datalist>`}`,
  );
}

/** A search field whose label is only for screen readers; the placeholder shows it. */
export function searchInput({ name, label, value = "" }: Pick<Input, "name" | "label" | "value">): Html {
  return html`<label class="sr" for="${name}">${label}</label><input id="${name}" name="${name}" type="search" value="${value}" placeholder="${label}" autocomplete="off">`;
}

/** A labelled textarea. */
export function areaField(field: Area, errors: readonly FieldError[] = []): Html {
  const { name, value = "", rows = 3, optional, form } = field;
  // Adds a line break, because HTML parsers drop the first line break of a textarea.
  return framed(
    field,
    errors,
    html`<textarea id="${name}" name="${name}" rows="${rows}" ${form && html`form="${form}"`} ${!optional && "required"} ${described(field, errors)}>
${value}</textarea>`,
  );
}

export interface Option {
  value: string;
  label: string;
}

export interface Choice extends Field {
  options: readonly Option[];
  /** Groups of options after `options`, each with a label. */
  groups?: readonly { label: string; options: readonly Option[] }[];
  value?: string;
}

/** A labelled select. */
export function selectField(field: Choice, errors: readonly FieldError[] = []): Html {
  const { name, options, groups = [], value = "", optional } = field;
  const toItem = (option: Option) =>
    html`<option value="${option.value}" ${option.value === value && "selected"}>${option.label}</option>`;
  const items = [
    ...options.map(toItem),
    ...groups.map((group) => html`<optgroup label="${group.label}">${group.options.map(toItem)}</optgroup>`),
  ];
  return framed(
    field,
    errors,
    html`<select id="${name}" name="${name}" ${!optional && "required"} ${described(field, errors)}>${items}</select>`,
  );
}

export interface Check {
  /** The id of the input. */
  id: string;
  name: string;
  value?: string;
  label: Html | string;
  hint?: Html | string;
  checked?: boolean;
  required?: boolean;
  /** True if the checkbox only shows a value that this form cannot change. */
  disabled?: boolean;
}

/** A checkbox whose text is its label. Its error stands above it. */
export function checkField(
  { id, name, value = "yes", label, hint, checked, required, disabled }: Check,
  errors: readonly FieldError[] = [],
): Html {
  const error = errors.find(({ field }) => field === name);
  return html`${error && html`<p class="fault" id="${id}-fault">${error.text}</p>`}<div class="check">
<input type="checkbox" id="${id}" name="${name}" value="${value}" ${checked && "checked"} ${required && "required"} ${disabled && "disabled"} ${described({ name: id, hint }, error ? [{ ...error, field: id }] : [])}>
<div><label for="${id}">${label}</label> ${hint && html`<small id="${id}-hint">${hint}</small>`}</div>
</div>`;
}

/** The checkbox that offers the stored value of a field; null without one. */
export function storedField(name: string, errors: readonly FieldError[]): Html | null {
  const { stored, text } = errors.find((one) => one.field === name && one.stored !== undefined) ?? {};
  if (stored === undefined) return null;
  const id = `${STORED}${name}`;
  return checkField({ id, name: id, value: stored, label: html`<span class="lines" dir="auto">${text}</span>` });
}

function framed({ name, label, hint }: Field, errors: readonly FieldError[], control: Html): Html {
  const error = errors.find(({ field, stored }) => field === name && stored === undefined);
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<small id="${name}-hint">${hint}</small>`}
${error && html`<p class="fault" id="${name}-fault">${error.text}</p>`}
${control}
${storedField(name, errors)}
</div>`;
}

function described({ name, hint }: Pick<Field, "name" | "hint">, errors: readonly FieldError[]): Html {
  const hasErrors = errors.some(({ field, stored }) => field === name && stored === undefined);
  const ids = [hint && `${name}-hint`, hasErrors && `${name}-fault`].filter(Boolean).join(" ");
  return html`${ids && html`aria-describedby="${ids}"`} ${hasErrors && html`aria-invalid="true"`}`;
}
