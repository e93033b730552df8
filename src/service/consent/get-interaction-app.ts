import { isUuid } from "../../credential/uuid.ts";
import { reachOf } from "../../oauth/app-state.ts";
import { type ConsentApp, findConsentApp } from "../../store/consent/consent-facts.ts";
import { findOpenClientId } from "../../store/consent/interactions.ts";
import type { Call } from "../call.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { interactionNotFound } from "./interaction.ts";
import { isVisibleTo } from "./redirects.ts";

export interface GetInteractionAppRequest {
  interactionId: string;
}

/** Returns the app of an open interaction for the sign-in page. Without a session, only approved apps are visible. */
export async function getInteractionApp(
  deps: ConsentDependencies,
  { interactionId: id }: GetInteractionAppRequest,
  { actor }: Call,
): Promise<ConsentApp> {
  return deps.management.read(async (_em, query) => {
    const clientId = isUuid(id) ? await findOpenClientId(query, { id, accountId: actor?.accountId ?? null }) : null;
    const app = clientId === null ? null : await findConsentApp(query, clientId);
    const isVisible = app !== null && (actor === null ? reachOf(app.state) === "live" : isVisibleTo(app, actor));
    if (!isVisible) throw interactionNotFound();
    return app;
  });
}
