import { accentError } from "../../brand/accent.ts";
import { nameError } from "../../brand/brand.ts";
import { supportError } from "../../brand/support.ts";
import { sha256 } from "../../credential/digest.ts";
import type { BrandChange, BrandRow } from "../../store/platform/brand-store.ts";
import { encodeLogo } from "../apps/encode-logo.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { requireOperator } from "../authorization.ts";
import type { Call } from "../call.ts";
import { revisionChanged } from "../revision-changed.ts";
import { invalidFields, requireNoViolations, violation } from "../violations.ts";
import type { PlatformDependencies } from "./get-brand.ts";

export interface UpdateBrandRequest {
  /** Null selects the default. */
  name: string | null;
  /** `#rrggbb`; null selects the default. */
  accent: string | null;
  /** The image file; undefined keeps the stored logo, empty removes it. */
  logo: Uint8Array | undefined;
  /** An e-mail address or an https URL; undefined keeps the stored contact, null removes it. */
  support: string | null | undefined;
  /** The revision that the caller read, 0 for none; null or absent: not checked. */
  revision?: number | null;
}

/** Replaces the stored brand. @throws RequestError OPERATOR_ONLY, INVALID, REVISION_CHANGED */
export async function updateBrand(
  { brands }: PlatformDependencies,
  { name, accent, logo, support, revision = null }: UpdateBrandRequest,
  call: Call,
): Promise<BrandRow> {
  requireOperator(call, "Only operators can change the brand.");
  requireNoViolations([
    ...violation("name", name === null ? null : nameError(name)),
    ...violation("accent_color", accent === null ? null : accentError(accent)),
    ...violation("support", support === null || support === undefined ? null : supportError(support)),
  ]);
  const image = await toLogo(logo);
  const change = {
    name,
    accent,
    revision,
    ...(image === undefined ? {} : { logo: image }),
    ...(support === undefined ? {} : { support }),
  };
  const stored = await brands.update(change, (tx) => {
    const logoDigest = image === undefined ? "unchanged" : (image?.digest ?? null);
    recordAudit(tx, call, {
      action: "brand.update",
      detail: { name, accent, logoDigest, support: support === undefined ? "unchanged" : support },
    });
  });
  if (stored === null) throw revisionChanged("The brand");
  return stored;
}

async function toLogo(file: Uint8Array | undefined): Promise<BrandChange["logo"]> {
  if (file === undefined) return undefined;
  if (file.length === 0) return null;
  const result = await encodeLogo(file);
  if (result.kind === "refuse") throw invalidFields([{ field: "logo", description: result.description }]);
  return { ...result.logo, digest: sha256(result.logo.image).toString("base64url") };
}
