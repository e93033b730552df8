import type { Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { Language } from "../../http/language.ts";
import type { RequestContext, Web } from "../../request-context.ts";

/** How long a page shows the last catalogue during an outage. */
const KEPT_MS = 10 * 60_000;

interface Kept {
  scopes: Scope[];
  /** The time of the response. */
  at: number;
}

/** The last catalogue in each language, which bridges a short outage of the core. */
const kept = new WeakMap<Web["clients"], Map<Language, Kept>>();

/**
 * The scopes that apps can register; null during an outage of the core without a recent catalogue.
 * @param reusedMs the maximum age of a catalogue that is used without a call
 */
export async function findCatalogue({ web, call, language }: RequestContext, reusedMs = 0): Promise<Scope[] | null> {
  const ofService = kept.get(web.clients) ?? new Map<Language, Kept>();
  kept.set(web.clients, ofService);
  const known = ofService.get(language);
  if (known !== undefined && performance.now() - known.at < reusedMs) return known.scopes;
  try {
    const { scopes } = await web.clients.apps.listScopes({}, call);
    ofService.set(language, { scopes, at: performance.now() });
    return scopes;
  } catch (failure) {
    web.log.warn({ err: failure }, "the scope catalogue could not be read for the documentation");
    const last = ofService.get(language);
    return last !== undefined && performance.now() - last.at < KEPT_MS ? last.scopes : null;
  }
}
