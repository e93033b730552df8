import { type Html, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";
import { prose } from "../blocks.ts";
import { anchor } from "../heading.ts";
import type { Field, FieldGroup } from "./openapi.ts";
import { translated } from "./texts.ts";

/** A list of parameters or fields with its title. */
export interface FieldList {
  /** The id of the title. */
  id: string;
  title: string;
  list: Html;
}

interface Place {
  title: string;
  /** The prefix of the ids of the fields. */
  id: string;
  isResponse: boolean;
}

/** The fields of a request or response: one list per alternative. */
export function fieldLists(t: Messages, groups: readonly FieldGroup[], { title, id, isResponse }: Place): FieldList[] {
  const filled = groups.filter(({ fields }) => fields.length > 0);
  return filled.map(({ name, fields }) => {
    const only = filled.length === 1;
    const prefix = only ? id : `${id}-${name.toLowerCase()}`;
    return {
      id: `${prefix}-fields`,
      title: only ? title : (t.docs.reference.groups[name] ?? name),
      list: listOf(t, fields, { id: prefix, isResponse }),
    };
  });
}

/** Each field has an id to link to. The parameters that a request needs come first. */
function listOf(t: Messages, fields: readonly Field[], { id, isResponse }: Omit<Place, "title">): Html {
  const sorted = isResponse ? fields : fields.toSorted((a, b) => rankOf(a) - rankOf(b));
  const items = sorted.map((field) => {
    const fieldId = `${id}-${field.name}`;
    return html`<div id="${fieldId}"><dt>${anchor(fieldId, html`<code>${field.name}</code>`)} <span>${field.type}</span> ${presenceOf(t, field, isResponse)}</dt><dd>${textOf(t, field)}</dd></div>`;
  });
  return html`<dl class="fields">${items}</dl>`;
}

/** The description of a field, and its possible values. */
function textOf(t: Messages, { text, values, type }: Field): Html {
  const { always, oneOf } = t.docs.reference;
  const names = values.map((value) => `\`${value}\``).join(", ");
  const isFixed = values.length === 1 || type.endsWith("[]");
  const possible = values.length > 0 && prose((isFixed ? always : oneOf)(names));
  return html`${text !== "" && translated(t, text)} ${possible}`;
}

/** True for a parameter that some requests need; its text says which. */
const isConditional = ({ required, text }: Field) => !required && /\bRequired\b/.test(text);

function rankOf(field: Field): number {
  if (field.required) return 0;
  return isConditional(field) ? 1 : 2;
}

/** Every parameter of a request says if it is required; of the fields of a response, those that can be absent. */
function presenceOf(t: Messages, field: Field, isResponse: boolean): Html | null {
  const { required, conditional, optional, canBeAbsent } = t.docs.reference;
  if (isResponse) return field.required ? null : html`<span class="field-optional">${canBeAbsent}</span>`;
  if (field.required) return html`<strong class="field-required">${required}</strong>`;
  if (isConditional(field)) return html`<strong class="field-conditional">${conditional}</strong>`;
  return html`<span class="field-optional">${optional}</span>`;
}
