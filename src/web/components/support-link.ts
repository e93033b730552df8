import type { Frame } from "../layout/frame.ts";
import { type Html, html } from "./html.ts";

type SupportFrame = Pick<Frame, "t" | "platformName" | "brand">;

/** "Contact Harbour (help@harbour.example)", as a link to the support contact; null if the platform has none. */
export function supportLink({ t, platformName, brand }: SupportFrame): Html | null {
  if (brand.support === null) return null;
  const { href, email } = brand.support;
  return html`<a class="support-link" href="${href}">${t.layout.contact(platformName)}${email !== null && html` <span dir="ltr">(${email})</span>`}</a>`;
}
