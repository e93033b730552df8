import type { AppLogo } from "../../model/app-logo.ts";
import { isClientId } from "../../oauth/parameters.ts";
import { RequestError } from "../errors.ts";
import type { AppDependencies } from "./dependencies.ts";

const DIGEST = /^[A-Za-z0-9_-]{43}$/;

/** A logo of the live profile or of the pending revision; readable without a session. @throws RequestError NOT_FOUND */
export async function getLogo(
  { apps }: AppDependencies,
  { clientId, digest }: { clientId: string; digest: string },
): Promise<AppLogo> {
  const logo = DIGEST.test(digest) && isClientId(clientId) ? await apps.findLogo(clientId, digest) : null;
  if (logo === null) throw new RequestError("not_found", "NOT_FOUND", "There is no such logo.");
  return logo;
}
