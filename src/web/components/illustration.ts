import { type Html, html } from "./html.ts";
import { type IconName, iconPath } from "./icon.ts";

/**
 * The pictures of empty states and error pages, on 176 by 96 units. They share one ground and one light: `.sheet` is a card, `.ghost` one
 * behind it, `.bar` a line of text, `.tint` a surface of the brand, `.ink` its outline and `.solid` the one accent.
 */
const SCENES = {
  inbox: html`<rect class="ghost" x="58" y="14" width="60" height="30" rx="6"></rect>
<rect class="sheet" x="50" y="24" width="76" height="36" rx="7"></rect><path class="bar" d="M60 34h30M60 43h44"></path>
<path class="tint" d="M36 50h26c3 0 4 2 5 5 1 4 3 5 7 5h28c4 0 6-1 7-5 1-3 2-5 5-5h26v24a8 8 0 0 1-8 8H44a8 8 0 0 1-8-8z"></path>`,
  search: html`<rect class="ghost" x="34" y="12" width="92" height="26" rx="7"></rect>
<rect class="sheet" x="26" y="26" width="108" height="24" rx="7"></rect><circle class="dot" cx="39" cy="38" r="5"></circle><path class="bar" d="M52 38h38"></path>
<rect class="sheet" x="26" y="55" width="108" height="24" rx="7"></rect><circle class="dot" cx="39" cy="67" r="5"></circle><path class="bar" d="M52 67h24"></path>
<circle class="tint" cx="116" cy="50" r="19"></circle><circle class="lens" cx="116" cy="50" r="12"></circle><path class="grip" d="M130 64l14 14"></path>`,
  apps: html`<rect class="sheet" x="40" y="14" width="30" height="30" rx="8"></rect><rect class="sheet" x="40" y="52" width="30" height="30" rx="8"></rect>
<rect class="sheet" x="106" y="14" width="30" height="30" rx="8"></rect><rect class="ghost" x="106" y="52" width="30" height="30" rx="8"></rect>
<path class="bar" d="M50 29h10M50 67h10M116 29h10"></path>
<rect class="tint" x="66" y="26" width="44" height="44" rx="12"></rect><path class="ink" d="M88 40v16M80 48h16"></path>`,
  people: html`<circle class="sheet" cx="50" cy="50" r="21"></circle><circle class="dot" cx="50" cy="44" r="6.5"></circle><path class="dot" d="M37.5 62a12.5 12.5 0 0 1 25 0z"></path>
<circle class="ghost" cx="126" cy="50" r="21"></circle><path class="faint" d="M126 43v14M119 50h14"></path>
<circle class="tint" cx="88" cy="48" r="27"></circle><circle class="solid" cx="88" cy="41" r="8"></circle><path class="solid" d="M72 64a16 16 0 0 1 32 0z"></path>`,
  key: html`<rect class="ghost" x="36" y="16" width="104" height="26" rx="8"></rect>
<rect class="sheet" x="24" y="32" width="128" height="34" rx="9"></rect>
<path class="stars" d="M84 49h.01M96 49h.01M108 49h.01M120 49h.01M132 49h.01"></path>
<rect class="tint" x="32" y="24" width="40" height="50" rx="12"></rect><circle class="ink" cx="52" cy="42" r="7"></circle><path class="ink" d="M52 49v15M52 57h5M52 63h4"></path>`,
  chart: html`<rect class="sheet" x="30" y="12" width="116" height="72" rx="9"></rect><path class="faint" d="M42 30h92M42 46h92M42 62h92"></path>
<path class="column" d="M52 72v-12M68 72v-20M84 72v-9M100 72v-26"></path><path class="column accent" d="M118 72v-38"></path>
<path class="trace" d="M46 52l20-13 20 10 20-22 22-6"></path><circle class="solid" cx="128" cy="21" r="4"></circle>`,
  zap: html`<rect class="sheet" x="18" y="30" width="44" height="36" rx="8"></rect><path class="bar" d="M28 42h24M28 53h14"></path>
<rect class="sheet" x="114" y="30" width="44" height="36" rx="8"></rect><path class="bar" d="M124 42h24M124 53h14"></path>
<path class="wire" d="M62 48h52"></path><circle class="tint" cx="88" cy="48" r="20"></circle><path class="solid" d="M91 35 79 51h8l-2 11 12-17h-8z"></path>`,
  plug: html`<rect class="sheet" x="22" y="28" width="40" height="40" rx="10"></rect><path class="bar" d="M34 43h16M34 53h9"></path>
<rect class="ghost" x="114" y="28" width="40" height="40" rx="10"></rect><path class="faint" d="M134 41v14M127 48h14"></path>
<path class="wire" d="M62 48h10M104 48h10"></path>
<path class="tint" d="M78 34h8a14 14 0 0 1 0 28h-8z"></path><path class="ink" d="M99 42h8M99 54h8M72 48h6"></path>`,
  store: html`<rect class="ghost" x="34" y="26" width="108" height="52" rx="8"></rect><path class="sheet" d="M52 44h72v38H52z"></path>
<rect class="dot" x="60" y="54" width="22" height="16" rx="3"></rect><path class="dot" d="M94 82V58a4 4 0 0 1 4-4h12a4 4 0 0 1 4 4v24z"></path>
<path class="tint" d="M54 18h68l8 22a10 10 0 0 1-21 2 10 10 0 0 1-21 0 10 10 0 0 1-21 0 10 10 0 0 1-21-2z"></path><path class="ink" d="M74 19l-7 22M88 19v22M102 19l7 22"></path>`,
  flask: html`<rect class="ghost" x="34" y="20" width="36" height="56" rx="8"></rect><rect class="ghost" x="106" y="20" width="36" height="56" rx="8"></rect>
<path class="sheet" d="M78 14h20v24l20 34a7 7 0 0 1-6 11H64a7 7 0 0 1-6-11l20-34z"></path>
<path class="tint" d="M70 56h36l9 16a5 5 0 0 1-4 8H65a5 5 0 0 1-4-8z"></path><path class="ink" d="M74 14h28"></path>
<circle class="solid" cx="83" cy="69" r="3.5"></circle><circle class="solid" cx="94" cy="63" r="2.5"></circle>`,
  book: html`<path class="ghost" d="M42 22h92v58H42z"></path><path class="sheet" d="M88 28c-8-7-20-9-38-9v55c18 0 30 2 38 9 8-7 20-9 38-9V19c-18 0-30 2-38 9z"></path>
<path class="bar" d="M60 36h16M60 47h16M60 58h10"></path><path class="ink" d="M88 28v55"></path><path class="tint" d="M104 18h14v28l-7-6-7 6z"></path>`,
  repeat: html`<rect class="sheet" x="26" y="16" width="124" height="28" rx="8"></rect><path class="bar" d="M100 30h36"></path>
<rect class="sheet" x="26" y="52" width="124" height="28" rx="8"></rect><path class="bar" d="M100 66h24"></path>
<circle class="tint" cx="66" cy="48" r="24"></circle><path class="ink" d="M55 49l8 8 15-17"></path>`,
  lock: html`<rect class="ghost" x="30" y="18" width="116" height="26" rx="8"></rect><rect class="sheet" x="22" y="50" width="132" height="30" rx="9"></rect>
<path class="bar" d="M34 65h18M124 65h18"></path><path class="ink" d="M76 44v-9a12 12 0 0 1 24 0v9"></path>
<rect class="tint" x="64" y="42" width="48" height="40" rx="11"></rect><circle class="solid" cx="88" cy="58" r="4.5"></circle><path class="grip thin" d="M88 60v9"></path>`,
  stop: html`<rect class="ghost" x="26" y="20" width="40" height="56" rx="8"></rect><rect class="ghost" x="110" y="20" width="40" height="56" rx="8"></rect>
<circle class="sheet" cx="88" cy="48" r="35"></circle><circle class="tint" cx="88" cy="48" r="26"></circle>
<path class="ink" d="M88 31v17l11 7"></path><path class="faint" d="M88 14v5M88 77v5M54 48h5M117 48h5"></path><circle class="solid" cx="88" cy="48" r="3"></circle>`,
  warning: html`<rect class="sheet" x="24" y="14" width="128" height="68" rx="9"></rect><path class="faint" d="M24 30h128"></path>
<path class="dots" d="M34 22h.01M42 22h.01M50 22h.01"></path><path class="wire" d="M36 58h30M110 58h30"></path>
<path class="tint" d="M84 35.500a4.7 4.7 0 0 1 8 0l19 32a4.7 4.7 0 0 1-4 7H69a4.7 4.7 0 0 1-4-7z"></path><path class="ink" d="M88 48v11"></path><circle class="solid" cx="88" cy="66" r="2"></circle>`,
} as const;

/** The picture of an empty state or an error page. An icon without a scene stands on a tile before the outlines of rows. */
export function illustration(name: IconName = "inbox"): Html {
  return html`<svg class="illustration" viewBox="0 0 176 96" aria-hidden="true" focusable="false">
<ellipse class="ground" cx="88" cy="52" rx="86" ry="42"></ellipse>${sceneOf(name)}</svg>`;
}

function sceneOf(name: IconName): Html {
  if (name in SCENES) return SCENES[name as keyof typeof SCENES];
  return html`<rect class="ghost" x="36" y="14" width="104" height="30" rx="8"></rect><rect class="sheet" x="20" y="32" width="136" height="34" rx="9"></rect>
<path class="bar" d="M32 49h22M122 49h22"></path><rect class="tint" x="64" y="24" width="48" height="48" rx="13"></rect>
<path class="ink" d="${iconPath(name)}" transform="translate(76 36)"></path>`;
}
