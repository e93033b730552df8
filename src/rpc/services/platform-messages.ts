import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  BrandSchema,
  UpdateBrandRequest as UpdateBrandMessage,
} from "../../../gen/latchkey/v1/platform_service_pb.ts";
import type { UpdateBrandRequest } from "../../service/platform/update-brand.ts";
import type { BrandRow } from "../../store/platform/brand-store.ts";
import { orNull, toTimestamp } from "./fields.ts";

export function fromUpdateBrand({ name, accentColor, logo }: UpdateBrandMessage): UpdateBrandRequest {
  return { name: orNull(name), accent: orNull(accentColor), logo };
}

export function toBrand(row: BrandRow | null): MessageInitShape<typeof BrandSchema> {
  if (row === null) return {};
  return {
    name: row.name ?? "",
    accentColor: row.accent ?? "",
    logo: row.logo ?? new Uint8Array(),
    logoMediaType: row.logoMediaType ?? "",
    logoDigest: row.logoDigest ?? "",
    updatedAt: toTimestamp(row.updatedAt),
  };
}
