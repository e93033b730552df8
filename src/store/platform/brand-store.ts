import type { StoredBrand } from "../../model/brand.ts";
import type { Management, ManagementTransaction } from "../connection/management.ts";
import type { Statement } from "../connection/query.ts";

export type BrandRow = Omit<StoredBrand, "id" | "updatedAt"> & {
  /** Microseconds since the epoch. */
  updatedAt: number;
};

/** The new values. For `logo`, undefined keeps the stored logo and null removes it. */
export interface BrandChange {
  name: string | null;
  accent: string | null;
  logo?: { image: Uint8Array; mediaType: string; digest: string } | null;
  /** Undefined keeps the stored contact. */
  support?: string | null;
  /** The revision that is replaced, 0 for none; null or absent: any. */
  revision?: number | null;
}

export interface BrandStore {
  /** Null if no operator has set a brand. */
  find(): Promise<BrandRow | null>;
  /** Replaces the brand; null if it has another revision. `onChanged` runs in the same transaction. */
  update(change: BrandChange, onChanged: (tx: ManagementTransaction) => void): Promise<BrandRow | null>;
}

const COLUMNS = `
  name, accent, logo, logo_media_type as "logoMediaType", logo_digest as "logoDigest", support, revision,
  (extract(epoch from updated_at) * 1000000)::float8 as "updatedAt"`;

const FIND: Statement = { name: "find-brand", text: `select ${COLUMNS} from brand where id = 1` };

const UPDATE: Statement = {
  name: "update-brand",
  text: `
    insert into brand (id, name, accent, logo, logo_media_type, logo_digest, support)
    values (1, $1, $2, $4::bytea, $5, $6, $8)
    on conflict (id) do update set name = excluded.name, accent = excluded.accent,
      logo = case when $3::boolean then excluded.logo else brand.logo end,
      logo_media_type = case when $3::boolean then excluded.logo_media_type else brand.logo_media_type end,
      logo_digest = case when $3::boolean then excluded.logo_digest else brand.logo_digest end,
      support = case when $7::boolean then excluded.support else brand.support end,
      revision = brand.revision + 1, updated_at = clock_timestamp()
      where $9::integer is null or brand.revision = $9
    returning ${COLUMNS}`,
};

export function createBrandStore(management: Management): BrandStore {
  return {
    async find() {
      const [row = null] = await management.read((_, query) => query<BrandRow>(FIND, []));
      return row;
    },
    update: ({ name, accent, logo, support, revision = null }, onChanged) =>
      management.transactional(async (tx) => {
        const image = logo ? Buffer.from(logo.image) : null;
        const images = [logo !== undefined, image, logo?.mediaType ?? null, logo?.digest ?? null];
        const values = [name, accent, ...images, support !== undefined, support ?? null, revision];
        const [row = null] = await tx.query<BrandRow>(UPDATE, values);
        if (row !== null) onChanged(tx);
        return row;
      }),
  };
}
