import type { BrandRow, BrandStore } from "../../store/platform/brand-store.ts";

export interface PlatformDependencies {
  brands: BrandStore;
}

/** The stored brand, which is public: pages show it before sign-in. Null if no operator has set one. */
export function getBrand({ brands }: PlatformDependencies): Promise<BrandRow | null> {
  return brands.find();
}
