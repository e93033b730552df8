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
  /** The path to which the language links return; null if the path has no GET route. */
  path: string | null;
}
