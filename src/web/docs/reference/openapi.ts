import { openApiDocument } from "../../../gateway/openapi/document.ts";

/** The parts of the OpenAPI document that the page shows. @see https://spec.openapis.org/oas/v3.1.1 */
interface Schema {
  $ref?: string;
  oneOf?: readonly Schema[];
  type?: string;
  format?: string;
  enum?: readonly string[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  description?: string;
  const?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
}

interface Answer {
  $ref?: string;
  description?: string;
  content?: Readonly<Record<string, { schema?: Schema }>>;
  /** The parameters in the query of a redirect to the app. */
  "x-location-query"?: Schema;
}

interface Operation {
  operationId: string;
  security?: readonly Readonly<Record<string, unknown>>[];
  summary?: string;
  description?: string;
  parameters?: readonly { name: string; description: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Readonly<Record<string, { schema?: Schema }>> };
  responses: Readonly<Record<string, Answer>>;
}

export interface Field {
  name: string;
  /** The type as in JSON Schema, or `string[]` for an array of strings. */
  type: string;
  text: string;
  /** The possible values, if the schema lists them. */
  values: readonly string[];
  /** A value as in JSON, strings without quotes; empty for a field with one possible value. */
  example: string;
  /** The lowest value of a number; null for none. */
  minimum: number | null;
  required: boolean;
}

/** Fields of a request or response; `name` is the name of the schema. */
export interface FieldGroup {
  name: string;
  fields: Field[];
}

/** The credentials of a request. */
export type Authentication = "app" | "service" | "none";

export interface Endpoint {
  /** The `operationId`. */
  operation: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  request: FieldGroup[];
  response: FieldGroup[];
  authentication: Authentication;
  statuses: { status: string; text: string }[];
}

/** The endpoints of the OAuth API. @param origin PUBLIC_URL */
export function endpointsOf(origin: string): Endpoint[] {
  const document = openApiDocument(origin);
  const paths = document.paths as Record<string, Record<string, Operation>>;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter((entry) => ["get", "post"].includes(entry[0]))
      .map(([method, operation]) => toEndpoint(document, { method: method.toUpperCase(), path, operation })),
  );
}

interface Located {
  method: string;
  path: string;
  operation: Operation;
}

function toEndpoint(document: object, { method, path, operation }: Located): Endpoint {
  const { summary = "", description = "", parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses).map(([status, answer]) => ({ status, answer: resolve(document, answer) }));
  const good = answers.find(({ status }) => status < "400")?.answer;
  const returned = good?.["x-location-query"];
  const query = parameters.map(({ name, description: text, required, schema }) => {
    return { ...fieldOf(name, schema), text, required };
  });
  return {
    operation: operation.operationId,
    method,
    path,
    summary,
    description,
    request: [...(query.length > 0 ? [{ name: "", fields: query }] : []), ...groupsOf(document, requestBody?.content)],
    response: returned === undefined ? groupsOf(document, good?.content) : alternativesOf(document, returned),
    authentication: authenticationOf(operation),
    statuses: answers.map(({ status, answer }) => ({ status, text: answer.description ?? "" })),
  };
}

function authenticationOf({ security = [] }: Operation): Authentication {
  const schemes = security.flatMap((one) => Object.keys(one));
  if (schemes.includes("clientSecretBasic")) return "app";
  return schemes.includes("serviceKey") ? "service" : "none";
}

function groupsOf(document: object, content: Answer["content"]): FieldGroup[] {
  const schema = content?.["application/json"]?.schema;
  return schema === undefined ? [] : alternativesOf(document, schema);
}

function alternativesOf(document: object, schema: Schema): FieldGroup[] {
  const resolved = resolve(document, schema);
  if (resolved.oneOf !== undefined) return resolved.oneOf.flatMap((one) => alternativesOf(document, one));
  const { properties = {}, required = [] } = resolved;
  const fields = Object.entries(properties).map(([name, property]) => ({
    ...fieldOf(name, property),
    text: property.description ?? "",
    required: required.includes(name),
  }));
  return [{ name: schema.$ref?.split("/").at(-1) ?? "", fields }];
}

function fieldOf(name: string, schema: Schema): Omit<Field, "text" | "required"> {
  const [example = ""] = schema.examples ?? [];
  return {
    name,
    type: typeOf(schema),
    values: valuesOf(schema),
    example: typeof example === "string" ? example : JSON.stringify(example).replaceAll(",", ", "),
    minimum: schema.minimum ?? null,
  };
}

/** The type of a schema. If the schema only lists its values, it is the type of these values. */
function typeOf({ type, format, items, const: value, enum: values }: Schema): string {
  if (format === "uri") return "URI";
  if (items !== undefined) return `${typeOf(items)}[]`;
  if (Array.isArray(value)) return `${typeof value[0]}[]`;
  return type ?? typeof (value ?? values?.[0]);
}

/** The possible values of a field, if the schema lists them. */
function valuesOf({ const: value, enum: values = [] }: Schema): string[] {
  return [value ?? values].flat().map(String);
}

/** Follows a reference within the document. */
function resolve<T extends { $ref?: string }>(document: object, value: T): T {
  if (value.$ref === undefined) return value;
  const steps = value.$ref.slice(2).split("/");
  return steps.reduce((node, step) => (node as Record<string, unknown>)[step] as object, document) as T;
}
