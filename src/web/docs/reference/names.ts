import { type Html, html } from "../../components/html.ts";
import type { Endpoint } from "./openapi.ts";

/** The id of the section about credentials on the list of the endpoints. */
export const AUTHENTICATION = "authentication";

/** The id of an endpoint, with which the ids of its fields begin. */
export function idOf({ method, path }: Endpoint): string {
  return `${method}${path.replaceAll(/[^a-z]+/g, "-")}`.toLowerCase();
}

function methodBadge(method: string): Html {
  return html`<span class="method method-${method.toLowerCase()}">${method}</span>`;
}

/** All methods of the path of an endpoint. */
export function methodsOf({ path }: Endpoint, endpoints: readonly Endpoint[]): Html {
  const methods = endpoints.filter((one) => one.path === path);
  return html`<span class="endpoint-methods">${methods.map(({ method }) => html`${methodBadge(method)} `)}</span>`;
}
