import { type Html, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";
import { codeName, prose } from "../blocks.ts";
import { anchor, heading } from "../heading.ts";
import { eventPayload } from "./event-sample.ts";

/** The fields of an event and, folded, those of `data`: types and examples are those of the payloads. */
export function eventFields(t: Messages): Html {
  const { fields, dataFields, title, none, child } = t.docs.eventTypes.fields;
  const payloads = Object.keys(t.webhooks.events).map(eventPayload);
  const ofData = payloads.map(({ data }) => data);
  return html`${heading("fields", title)}
${listOf(t, fields, { values: payloads, prefix: "field" })}
<details class="fields-more"><summary>${child}</summary>${listOf(t, dataFields, { values: ofData, prefix: "field-data" })}</details>
<p>${none}</p>`;
}

interface Source {
  /** The objects with the fields. */
  values: readonly object[];
  /** The start of the ids. */
  prefix: string;
}

function listOf(t: Messages, texts: Readonly<Record<string, string>>, { values, prefix }: Source): Html {
  const { orNull } = t.docs.eventTypes.fields;
  const { example } = t.docs.reference;
  const items = Object.entries(texts).map(([name, text]) => {
    const all = values.map((one) => (one as Record<string, unknown>)[name]).filter((one) => one !== undefined);
    const shown = all.find((one) => one !== null);
    const type = all.includes(null) ? orNull(typeOf(shown)) : typeOf(shown);
    const value = typeof shown === "string" ? shown : JSON.stringify(shown).replaceAll(",", ", ");
    const sample =
      typeOf(shown) !== "object" && html`<dd class="field-example"><span>${example}</span> ${codeName(value)}</dd>`;
    const id = `${prefix}-${name}`;
    return html`<div id="${id}"><dt>${anchor(id, html`<code>${name}</code>`)} <span>${type}</span></dt><dd>${prose(text)}</dd>${sample}</div>`;
  });
  return html`<dl class="fields">${items}</dl>`;
}

/** The type of a value, by the names of the OpenAPI document. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "string[]";
  return typeof value === "number" ? "integer" : typeof value;
}
