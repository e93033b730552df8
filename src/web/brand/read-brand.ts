import type { Brand as StoredBrand } from "../../../gen/latchkey/v1/platform_service_pb.ts";
import type { Brand } from "../../brand/brand.ts";
import { supportError } from "../../brand/support.ts";
import type { WebClients } from "../deps.ts";

/** The longest wait of a page for the first brand, in milliseconds. */
const TIMEOUT_MS = 1_000;

/** The brand that the core stores. */
export async function readBrand(clients: Pick<WebClients, "platform">): Promise<Brand> {
  return (await readStoredBrand(clients)).brand;
}

/** The brand that the core stores and its revision; undefined from a core of the previous release. */
export async function readStoredBrand({
  platform,
}: Pick<WebClients, "platform">): Promise<{ brand: Brand; revision: number | undefined }> {
  const { brand } = await platform.getBrand({}, { timeoutMs: TIMEOUT_MS });
  return { brand: toBrand(brand), revision: brand?.revision };
}

function toBrand(brand: StoredBrand | undefined): Brand {
  const { name = "", accentColor = "", logo, logoMediaType = "", logoDigest = "", support = "" } = brand ?? {};
  return {
    name: name || null,
    accent: accentColor || null,
    logo:
      logo === undefined || logoDigest === "" ? null : { image: logo, mediaType: logoMediaType, digest: logoDigest },
    support: support === "" || supportError(support) !== null ? null : support,
  };
}
