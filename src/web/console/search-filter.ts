import { type Html, html } from "../components/html.ts";
import { pathWith } from "../components/list.ts";
import type { ConsoleVisit } from "./context.ts";
import type { Sought } from "./search.ts";

/** One thing that a list is asked for by its name or id. */
export interface SoughtField {
  /** The parameter of the address. */
  name: string;
  /** What its field is called. */
  label: string;
  /** What it is, in a word. */
  noun: string;
  sought: Sought;
}

/** The id that the list is asked for; empty: any. */
export function idOf(sought: Sought): string {
  return sought.kind === "one" ? sought.id : "";
}

/** What stands in the field and in addresses: what names that one alone, else what was typed. */
export function shownIn(sought: Sought): string {
  if (sought.kind === "any") return "";
  return sought.typed;
}

/** True where something was named that is not one thing: then nothing is listed. */
export function isUnclear(fields: readonly Pick<SoughtField, "sought">[]): boolean {
  return fields.some(({ sought }) => sought.kind === "none" || sought.kind === "several");
}

interface Asked {
  path: string;
  filter: Readonly<Record<string, string>>;
}

/** What was found by what was typed, and where it was several, each of them as a link. */
export function soughtNotice(visit: ConsoleVisit, fields: readonly SoughtField[], asked: Asked): Html {
  return html`${fields.map((field) => noticeOf(visit, field, asked))}`;
}

function noticeOf({ t }: ConsoleVisit, { name, noun, sought }: SoughtField, { path, filter }: Asked): Html | null {
  const { list } = t;
  if (sought.kind === "any" || (sought.kind === "one" && sought.name === "")) return null;
  if (sought.kind === "one") return html`<p class="muted">${noun}: <strong dir="auto">${sought.name}</strong></p>`;
  if (sought.kind === "none") return html`<p class="notice notice-warn">${noun}: ${list.soughtNone(sought.typed)}</p>`;
  const links = sought.some.map(
    (one) =>
      html`<li><a href="${pathWith(path, { ...filter, [name]: one.id })}"><span dir="auto">${one.name || one.id}</span></a> <code>${one.id}</code></li>`,
  );
  return html`<div class="notice"><p>${noun}: ${list.soughtSeveral(sought.typed)}</p><ul>${links}</ul></div>`;
}
