import { type Html, type HtmlValue, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";
import { codeName, prose } from "../blocks.ts";
import { anchor } from "../heading.ts";
import { type ExampleClient, SERVICE_KEY } from "./examples.ts";
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
  /** The app whose values the examples have. */
  client: ExampleClient;
  /** The prefix of the ids of the fields. */
  id: string;
  isResponse: boolean;
  /** The examples of the credentials are those of a service key. */
  byService?: boolean;
}

/** The fields of a request or response: one list per alternative. */
export function fieldLists(t: Messages, groups: readonly FieldGroup[], { title, ...place }: Place): FieldList[] {
  const filled = groups.filter(({ fields }) => fields.length > 0);
  return filled.map(({ name, fields }) => {
    const only = filled.length === 1;
    const prefix = only ? place.id : `${place.id}-${name.toLowerCase()}`;
    return {
      id: `${prefix}-fields`,
      title: only ? title : (t.docs.reference.groups[name] ?? name),
      list: listOf(t, fields, { ...place, id: prefix }),
    };
  });
}

/** Each field has an id to link to. The parameters that a request needs come first. */
function listOf(
  t: Messages,
  fields: readonly Field[],
  { id, isResponse, client, byService = false }: Omit<Place, "title">,
): Html {
  const sorted = isResponse ? fields : fields.toSorted((a, b) => rankOf(a) - rankOf(b));
  const items = sorted.map((field) => {
    const fieldId = `${id}-${field.name}`;
    return html`<div id="${fieldId}"><dt>${anchor(fieldId, html`<code>${breakable(field.name)}</code>`)} <span>${typeOf(t, field, byService)}</span> ${presenceOf(t, field, isResponse)}</dt><dd>${textOf(t, field)}</dd>${exampleIn(t, field, byService ? { ...client, ...SERVICE_KEY } : client)}</div>`;
  });
  return html`<dl class="fields">${items}</dl>`;
}

/** The formats of IDs and tokens, by the name of the field. The table of all endpoints explains them. */
const FORMATS: Readonly<Record<string, "clientId" | "merchantId" | "uuid" | "token">> = {
  client_id: "clientId",
  ...{ merchant_id: "merchantId", merchant_hint: "merchantId", sub: "merchantId", username: "merchantId" },
  ...{ installation_id: "uuid", account_id: "uuid", jti: "uuid" },
  ...{ client_secret: "token", code: "token", access_token: "token", refresh_token: "token", install_token: "token" },
  token: "token",
};

/** The type of a field, and the length of an ID or a token. The client ID of a service has any value. */
function typeOf({ docs }: Messages, { name, type }: Field, byService: boolean): string {
  const format = byService && name === "client_id" ? undefined : FORMATS[name];
  return format === undefined ? type : `${type}, ${docs.reference.lengths[format]}`;
}

/** The maximum length of a name that fits in one line of a phone. */
const UNBROKEN_MAX = 28;

/** A name that breaks after its underscores if it is longer than a line. */
function breakable(name: string): HtmlValue {
  if (name.length <= UNBROKEN_MAX) return name;
  return name.split(/(?<=_)/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`);
}

/** The description of a field, and its possible values. */
function textOf(t: Messages, { text, values, type, minimum }: Field): Html {
  const { always, oneOf, atLeast } = t.docs.reference;
  const names = values.map((value) => `\`${value}\``).join(", ");
  const isFixed = values.length === 1 || type.endsWith("[]");
  const possible = values.length > 0 && prose((isFixed ? always : oneOf)(names));
  const least = minimum !== null && minimum > 0 && atLeast(minimum);
  return html`${text !== "" && translated(t, text)} ${possible} ${least}`;
}

/** The example of a field, with the values of the app of the reader. */
function exampleIn(t: Messages, { name, example, values }: Field, client: FieldClient): Html | null {
  if (example === "" || values.length === 1) return null;
  const value = filledIn(name, example, client);
  return html`<dd class="field-example"><span>${t.docs.reference.example}</span> ${codeName(value)}</dd>`;
}

interface FieldClient extends ExampleClient {
  /** Default: the example of the OpenAPI document. */
  secret?: string;
}

/** The origin in the examples of the OpenAPI document. */
const EXAMPLE_ISSUER = "https://login.example";

function filledIn(name: string, example: string, { issuer, clientId, secret, redirectUri, scope }: FieldClient) {
  const ofApp: Readonly<Record<string, string | undefined>> = {
    client_id: clientId,
    client_secret: secret,
    redirect_uri: redirectUri,
    scope,
  };
  return ofApp[name] ?? example.replace(EXAMPLE_ISSUER, issuer);
}

/** True for a parameter that some requests need; its text says which. */
const isConditional = ({ required, text }: Field) => !required && /\bRequired\b/.test(text);

function rankOf(field: Field): number {
  if (field.required) return 0;
  return isConditional(field) ? 1 : 2;
}

/** The credentials, which a header can have in place of the body. */
const isWithoutBasic = ({ text }: Field) => text.includes("unless it is sent by HTTP Basic");

/** Every parameter of a request says if it is required; of the fields of a response, those that can be absent. */
function presenceOf(t: Messages, field: Field, isResponse: boolean): Html | null {
  const { required, conditional, withoutBasic, optional, canBeAbsent } = t.docs.reference;
  if (isResponse) return field.required ? null : html`<span class="field-optional">${canBeAbsent}</span>`;
  if (field.required) return html`<strong class="field-required">${required}</strong>`;
  if (isConditional(field))
    return html`<strong class="field-conditional">${isWithoutBasic(field) ? withoutBasic : conditional}</strong>`;
  return html`<span class="field-optional">${optional}</span>`;
}
