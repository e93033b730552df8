import { type Html, html } from "./html.ts";
import { type IconName, iconPath } from "./icon.ts";

/** The picture of an empty state or an error page: a tile with an icon before the outlines of rows. */
export function illustration(name: IconName = "inbox"): Html {
  return html`<svg class="illustration" viewBox="0 0 176 96" aria-hidden="true" focusable="false">
<rect class="ghost-far" x="36" y="6" width="104" height="32" rx="8"></rect><rect class="ghost-far" x="36" y="58" width="104" height="32" rx="8"></rect>
<rect class="ghost" x="12" y="26" width="152" height="44" rx="10"></rect><path class="ghost-line" d="M26 42h28M26 54h18M122 42h28M132 54h18"></path>
<path class="spark" d="M158 8v8M154 12h8M16 82v6M13 85h6"></path><circle class="spark" cx="20" cy="14" r="2"></circle><circle class="spark" cx="154" cy="84" r="2.5"></circle>
<rect class="tile" x="62" y="22" width="52" height="52" rx="14"></rect><path class="sign" d="${iconPath(name)}" transform="translate(74 34)"></path></svg>`;
}
