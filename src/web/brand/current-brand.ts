import { type Brand, DEFAULT_NAME, mergeBrands, NO_BRAND } from "../../brand/brand.ts";
import { isSupportEmail, supportHref } from "../../brand/support.ts";

/** The platform's identity as the layout shows it. */
export interface FrameBrand {
  name: string;
  /** The URL of the logo; null if there is none. */
  logo: string | null;
  /** The URL of the style sheet with the accent colour; null for the default colour. */
  style: string | null;
  /** The support contact; null if there is none. */
  support: { href: string; email: string | null } | null;
}

export interface CurrentBrand {
  /** The brand: each part comes from the settings, or else from the stored brand. */
  get(): Brand;
  /** The parts that settings determine, which the console cannot change. */
  fixed: Brand;
  frame(): FrameBrand;
  /**
   * Reads the stored brand if it was not read within `MAX_AGE_MS`. Only the first call, and the first call after `forget`, waits for the
   * read.
   */
  refresh(): Promise<void>;
  /** Makes the next `refresh` read the stored brand and wait for it. */
  forget(): void;
}

/** In milliseconds. Other gateways show a change within this time. */
const MAX_AGE_MS = 10_000;

interface BrandSource {
  fixed: Brand;
  /** Reads the stored brand. */
  read(): Promise<Brand>;
  now?: () => number;
}

/** Caches the stored brand. If a read fails, the last brand stays. */
export function createCurrentBrand({ fixed, read, now = Date.now }: BrandSource): CurrentBrand {
  let stored = NO_BRAND;
  let mayWait = true;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const get = () => mergeBrands(fixed, stored);
  const load = async () => {
    readAt = now();
    stored = await read().catch(() => stored);
    mayWait = false;
  };
  return {
    fixed,
    get,
    frame: () => toFrameBrand(get()),
    async refresh() {
      if (reading === null && now() - readAt < MAX_AGE_MS) return;
      reading ??= load().finally(() => {
        reading = null;
      });
      // The first page waits for the brand. Later pages show the last known brand meanwhile, also while the core is unreachable.
      if (mayWait) await reading;
    },
    forget() {
      readAt = Number.NEGATIVE_INFINITY;
      mayWait = true;
    },
  };
}

function toFrameBrand({ name, accent, logo, support }: Brand): FrameBrand {
  return {
    name: name ?? DEFAULT_NAME,
    logo: logo && `/brand/logo/${logo.digest}`,
    style: accent && `/brand/accent/${accent.slice(1).toLowerCase()}.css`,
    support: support === null ? null : { href: supportHref(support), email: isSupportEmail(support) ? support : null },
  };
}
