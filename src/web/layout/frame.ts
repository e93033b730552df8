import type { AssetUrls } from "../assets.ts";
import type { FrameBrand } from "../brand/current-brand.ts";
import type { Language } from "../http/language.ts";
import type { Messages } from "../messages.en.ts";

/** The data of a request that views need. */
export interface Frame {
  t: Messages;
  language: Language;
  platformName: string;
  brand: FrameBrand;
  assets: AssetUrls;
  /** The path that the language links return to; null if it has no GET route. */
  path: string | null;
}
