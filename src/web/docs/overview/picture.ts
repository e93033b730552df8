import { type Html, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";

interface Box {
  x: number;
  y: number;
  height: number;
  title: string;
  /** The second line; empty for none. */
  text: string;
}

const WIDTH = 220;
/** The height of boxes with arrows in both directions at one side. */
const TALL = 88;

/** The flow between the merchant's browser, the app, the platform and its API. The style sheet has its colours. */
export function flowPicture(t: Messages, platform: string): Html {
  const { picture, nodes, edges } = t.docs.overviewPage;
  const boxes: Box[] = [
    { x: 310, y: 8, height: 64, title: nodes.browser, text: "" },
    { x: 8, y: 148, height: TALL, title: nodes.app, text: "redirect_uri" },
    { x: 612, y: 148, height: TALL, title: platform, text: "/oauth/authorize · /token" },
    { x: 612, y: 336, height: TALL, title: nodes.api, text: "Authorization: Bearer" },
  ];
  const lines = [
    "M96 148V40H302",
    "M530 40H722V140",
    "M420 72V168H236",
    "M228 220H604",
    "M150 236V352H604",
    "M722 336V244",
    "M612 408H70V244",
  ];
  const labels = [
    edgeLabel(1, edges.redirect, 106, 100),
    edgeLabel(2, edges.consent, 732, 100),
    edgeLabel(3, edges.return, 430, 118),
    edgeLabel(4, edges.exchange, 340, 204),
    edgeLabel(5, edges.call, 260, 336),
    edgeLabel(6, edges.check, 732, 290),
    edgeLabel(7, edges.answer, 260, 392),
  ];
  return html`<svg class="docs-picture" viewBox="0 0 900 432" role="img" aria-label="${picture(platform)}">
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>
${lines.map((d) => html`<path class="edge" d="${d}" marker-end="url(#arrow)"/>`)}
${boxes.map(boxOf)}
${labels}</svg>`;
}

function boxOf({ x, y, height, title, text }: Box): Html {
  const middle = x + WIDTH / 2;
  const center = y + height / 2;
  const lines =
    text === ""
      ? html`<text x="${middle}" y="${center + 6}">${title}</text>`
      : html`<text x="${middle}" y="${center - 4}">${title}</text><text class="code" x="${middle}" y="${center + 16}">${text}</text>`;
  return html`<g class="node"><rect x="${x}" y="${y}" width="${WIDTH}" height="${height}" rx="12"/>${lines}</g>`;
}

/** A number in a circle and a text right of it. */
function edgeLabel(step: number, text: string, x: number, y: number): Html {
  return html`<g class="label"><circle cx="${x + 12}" cy="${y}" r="10"/><text class="step" x="${x + 12}" y="${y + 4}">${step}</text><text x="${x + 28}" y="${y + 5}">${text}</text></g>`;
}
