import type { AssetUrls } from "../assets.ts";
import type { Language } from "../http/language.ts";
import type { Messages } from "../messages.en.ts";

/** What every page knows about the request it answers. */
export interface Frame {
  t: Messages;
  language: Language;
  platformName: string;
  assets: AssetUrls;
  /** The address to come back to in another language; null where there is none to GET. */
  path: string | null;
}
