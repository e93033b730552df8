import { isUuid } from "../../credential/uuid.ts";
import { reachOf } from "../../oauth/app-state.ts";
import { type ConsentApp, findConsentApp } from "../../store/consent/consent-facts.ts";
import { findOpenInteraction } from "../../store/consent/interactions.ts";
import type { Call } from "../call.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { interactionNotFound, type StoredRequest } from "./interaction.ts";
import { type ConsentScope, describeScopes } from "./page-content.ts";
import { isVisibleTo } from "./redirects.ts";

export interface GetInteractionAppRequest {
  interactionId: string;
}

/** The app of an interaction and the scopes that it requests. */
export interface InteractionApp {
  app: ConsentApp;
  scopes: ConsentScope[];
}

/**
 * Returns the app of an open interaction for the sign-in page. Without a session, only approved apps are visible, also of an interaction
 * that an account owns: its session may have ended while the consent page was open.
 */
export async function getInteractionApp(
  deps: ConsentDependencies,
  { interactionId: id }: GetInteractionAppRequest,
  { actor }: Call,
): Promise<InteractionApp> {
  return deps.management.read(async (_em, query) => {
    const found = isUuid(id) ? await findOpenInteraction(query, { id, accountId: actor?.accountId ?? null }) : null;
    const app = found === null ? null : await findConsentApp(query, found.clientId);
    if (found === null || app === null || !mayRead(app, actor)) throw interactionNotFound();
    // A request that is answered with an error is stored without scopes.
    const { scopes = [] } = found.request as Partial<StoredRequest>;
    return { app, scopes: await describeScopes(query, app, scopes) };
  });
}

function mayRead(app: ConsentApp, actor: Call["actor"]): boolean {
  return actor === null ? reachOf(app.state) === "live" : isVisibleTo(app, actor);
}
