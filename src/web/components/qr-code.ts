import { encode } from "uqr";
import { type Html, html } from "./html.ts";

/**
 * A QR code as inline SVG, always dark on light, because cameras do not read inverted codes, with the margin of four modules that
 * ISO/IEC 18004 asks for.
 */
export function qrCode(text: string, label: string): Html {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x},${y}h1v1h-1z`] : []))).join("");
  return html`<svg class="qr-code" role="img" aria-label="${label}" viewBox="${`0 0 ${size} ${size}`}" shape-rendering="crispEdges">
<rect width="${String(size)}" height="${String(size)}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`;
}
