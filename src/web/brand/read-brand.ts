import type { Brand } from "../../brand/brand.ts";
import { supportError } from "../../brand/support.ts";
import type { WebClients } from "../deps.ts";

/** The longest wait of a page for the first brand, in milliseconds. */
const TIMEOUT_MS = 1_000;

/** The brand that the core stores. */
export async function readBrand({ platform }: Pick<WebClients, "platform">): Promise<Brand> {
  const { brand } = await platform.getBrand({}, { timeoutMs: TIMEOUT_MS });
  const { name = "", accentColor = "", logo, logoMediaType = "", logoDigest = "", support = "" } = brand ?? {};
  return {
    name: name || null,
    accent: accentColor || null,
    logo:
      logo === undefined || logoDigest === "" ? null : { image: logo, mediaType: logoMediaType, digest: logoDigest },
    support: support === "" || supportError(support) !== null ? null : support,
  };
}
