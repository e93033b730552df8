import { badge } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import type { PageContext } from "../../router/page-router.ts";

/** Marks an app whose name is similar to another one, with its client ID, which tells them apart. */
export function similarMark({ t }: Pick<PageContext, "t">, clientId: string): Html {
  return html`${badge("warn", t.console.queue.similarName)} <code title="${clientId}">${clientId}</code>`;
}
