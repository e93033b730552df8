import { sha256 } from "../../credential/digest.ts";
import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { invalidFields } from "../violations.ts";
import { checkAccess } from "./access.ts";
import { auditChange, changeApp, findAppOwner, requireNotArchived, touch } from "./change-app.ts";
import type { AppDependencies } from "./dependencies.ts";
import { checkProfile, draftOf, requireEditable, writeDraft } from "./draft.ts";
import { encodeLogo, type Logo } from "./encode-logo.ts";

export interface SetLogoRequest {
  clientId: string;
  /** The image file; empty removes the logo. */
  image: Uint8Array;
}

/** Sets the logo of an app; for a live app, in its pending revision. @throws RequestError NOT_FOUND, DEVELOPER_ONLY, STATE, INVALID */
export async function setLogo(
  deps: AppDependencies,
  { clientId, image }: SetLogoRequest,
  call: Call,
): Promise<AppDetails> {
  // Access is checked before the expensive decoding.
  checkAccess(call, (await findAppOwner(deps.apps, clientId)).developerId, "write");
  const logo = image.length === 0 ? null : await encode(image);
  const logoDigest = logo && sha256(logo.image).toString("base64url");
  return changeApp(deps.apps, clientId, async (change) => {
    checkAccess(call, change.app.developer.id, "write");
    requireNotArchived(change.app);
    const before = draftOf(change);
    if (before.logoDigest === logoDigest) return change;
    requireEditable(change);
    const profile = { ...before, logoDigest };
    const { catalogue } = await checkProfile(change, profile, { ...deps, complete: false });
    const revision = await writeDraft(change, call, { profile, catalogue });
    if (logo !== null) await change.addLogo({ ...logo, digest: logoDigest! });
    await change.dropLogos();
    touch(change);
    auditChange(change, call, "app.set_logo", { revision, logoDigest });
    return change;
  });
}

async function encode(image: Uint8Array): Promise<Logo> {
  const result = await encodeLogo(image);
  if (result.kind === "logo") return result.logo;
  throw invalidFields([{ field: "image", description: result.description }]);
}
