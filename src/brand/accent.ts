/** The colours that the pages derive from the accent colour, as `#rrggbb`. */
export interface Palette {
  /** The background of primary buttons, below white text. */
  accent: string;
  accentHover: string;
  /** The colour of links and marks. */
  accentText: string;
  /** The background of the current item, below `accentText`. */
  accentSoft: string;
  /** The colour of underlines. */
  accentLine: string;
}

/** The smallest contrast of text. @see WCAG 2.2 §1.4.3 */
export const TEXT_CONTRAST = 4.5;

const WHITE = "#ffffff";
const BLACK = "#000000";
/** The darkest light surface and the lightest dark surface of the style sheet (`--subtle` of tokens.css). */
const SURFACES = { light: "#f1f3f6", dark: "#1f2630" };

/** The contrast ratio of two colours, 1 to 21. @see WCAG 2.2, contrast ratio */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The reason why a colour cannot be the accent; null if it can. White text on it needs a contrast of 4.5:1. */
export function accentError(colour: string): string | null {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return "must be a colour as #rrggbb, such as #0f766e";
  const contrast = contrastOf(colour, WHITE);
  if (contrast >= TEXT_CONTRAST) return null;
  return `must be darker: its contrast to white text is ${floor(contrast)}:1, and ${TEXT_CONTRAST}:1 is required`;
}

/** The ratio as a text. It is rounded down, so that a ratio below the limit is never shown as the limit. */
function floor(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2);
}

/** The palettes of the light and the dark theme. @param accent a colour that passed `accentError` */
export function palettesOf(accent: string): { light: Palette; dark: Palette } {
  const [lightSoft, darkSoft] = [mix(accent, WHITE, 0.88), mix(accent, SURFACES.dark, 0.78)];
  return {
    light: {
      accent,
      accentHover: mix(accent, BLACK, 0.2),
      accentText: readable(accent, BLACK, [SURFACES.light, lightSoft]),
      accentSoft: lightSoft,
      accentLine: mix(accent, WHITE, 0.6),
    },
    dark: {
      accent,
      accentHover: mix(accent, BLACK, 0.2),
      accentText: readable(accent, WHITE, [SURFACES.dark, darkSoft]),
      accentSoft: darkSoft,
      accentLine: mix(accent, SURFACES.dark, 0.4),
    },
  };
}

/** The colour, moved towards `target` until it is readable on all `backgrounds`. */
function readable(colour: string, target: string, backgrounds: readonly string[]): string {
  for (let share = 0; share < 1; share += 0.04) {
    const moved = mix(colour, target, share);
    if (backgrounds.every((background) => contrastOf(moved, background) >= TEXT_CONTRAST)) return moved;
  }
  return target;
}

/** @param share of `other`, 0 to 1 */
function mix(colour: string, other: string, share: number): string {
  const [from, to] = [channelsOf(colour), channelsOf(other)];
  const mixed = from.map((value, at) => Math.round(value + ((to[at] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** @see WCAG 2.2, relative luminance */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
