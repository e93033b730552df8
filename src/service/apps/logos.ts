import { sha256 } from "../../credential/digest.ts";
import { isClientId } from "../../oauth/parameters.ts";
import type { AppStore } from "../../store/apps/apps.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { toInvalid } from "../violations.ts";
import { checkAccess } from "./access.ts";
import { audit, changeApp, findApp, requireStanding, touch } from "./change.ts";
import type { AppDependencies } from "./dependencies.ts";
import { encodeLogo, type Logo } from "./logo.ts";
import { toAppRecord } from "./record.ts";
import type { AppRecord, LogoRecord } from "./records.ts";
import { draftOf, judgeProfile, requireWritable, writeDraft } from "./reviewed.ts";

/** Sets the logo, of a live app in its pending revision; an empty image removes it. */
export async function setLogo(
  deps: AppDependencies,
  { clientId, image }: { clientId: string; image: Uint8Array },
  call: Call,
): Promise<AppRecord> {
  // Before any work on the image: decoding is not for strangers.
  checkAccess(call, (await findApp(deps.apps, clientId)).app.developer.id, "write");
  const logo = image.length === 0 ? null : await encode(image);
  const logoDigest = logo === null ? null : sha256(logo.image).toString("base64url");
  return changeApp(deps.apps, clientId, async (change) => {
    checkAccess(call, change.app.developer.id, "write");
    requireStanding(change.app);
    const before = draftOf(change);
    if (before.logoDigest === logoDigest) return toAppRecord(change, deps.publicUrl);
    requireWritable(change);
    const profile = { ...before, logoDigest };
    const { catalogue } = await judgeProfile(change, profile, { ...deps, complete: false });
    const revision = await writeDraft(change, call, { profile, catalogue });
    if (logo !== null) await change.addLogo({ ...logo, digest: logoDigest! });
    await change.dropLogos();
    touch(change);
    audit(change, call, "app.set_logo", { revision, logoDigest });
    return toAppRecord(change, deps.publicUrl);
  });
}

async function encode(image: Uint8Array): Promise<Logo> {
  const result = await encodeLogo(image);
  if (result.kind === "logo") return result.logo;
  throw toInvalid([{ field: "image", description: result.description }]);
}

const DIGEST = /^[A-Za-z0-9_-]{43}$/;

/** A logo by its digest, which the live app or its pending revision names. @throws RequestError NOT_FOUND */
export async function getLogo(store: AppStore, clientId: string, digest: string): Promise<LogoRecord> {
  const logo = DIGEST.test(digest) && isClientId(clientId) ? await store.findLogo(clientId, digest) : null;
  if (logo === null) throw new RequestError("not_found", "NOT_FOUND", "There is no such logo.");
  return { image: logo.image, mediaType: logo.mediaType };
}
