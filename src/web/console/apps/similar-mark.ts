import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { copyClientId } from "../../components/app-card.ts";
import { badge } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import type { PageContext } from "../../router/page-router.ts";

/** Marks an app whose name is similar to another one, with its client ID, which tells them apart. */
export function similarMark(
  { t }: Pick<PageContext, "t">,
  { clientId, profile }: Pick<App, "clientId" | "profile">,
): Html {
  const name = profile?.name || t.app.unnamed;
  return html`${badge("warn", t.console.queue.similarName)} <span title="${clientId}">${copyClientId({ t }, { clientId, name })}</span>`;
}
