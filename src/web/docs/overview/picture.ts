import { type Html, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";

interface Box {
  x: number;
  y: number;
  title: string;
  /** The second line; empty for none. */
  text: string;
}

const [WIDTH, HEIGHT] = [220, 64];

/** The flow between the merchant's browser, the app, the platform and its API. The style sheet has its colours. */
export function flowPicture(t: Messages, platform: string): Html {
  const { picture, nodes, edges } = t.docs.overviewPage;
  const boxes: Box[] = [
    { x: 310, y: 8, title: nodes.browser, text: "" },
    { x: 8, y: 148, title: nodes.app, text: "redirect_uri" },
    { x: 612, y: 148, title: platform, text: "/oauth/authorize · /token" },
    { x: 612, y: 288, title: nodes.api, text: "Authorization: Bearer" },
  ];
  const lines = [
    "M96 148V40H302",
    "M530 40H722V140",
    "M420 72V164H236",
    "M228 196H604",
    "M118 212V320H604",
    "M722 288V220",
  ];
  const labels = [
    edgeLabel(1, edges.redirect, 106, 100),
    edgeLabel(2, edges.consent, 732, 100),
    edgeLabel(3, edges.return, 430, 118),
    edgeLabel(4, edges.exchange, 340, 182),
    edgeLabel(5, edges.call, 250, 304),
    edgeLabel(6, edges.check, 732, 258),
  ];
  return html`<svg class="docs-picture" viewBox="0 0 900 360" role="img" aria-label="${picture(platform)}">
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>
${lines.map((d) => html`<path class="edge" d="${d}" marker-end="url(#arrow)"/>`)}
${boxes.map(boxOf)}
${labels}</svg>`;
}

function boxOf({ x, y, title, text }: Box): Html {
  const middle = x + WIDTH / 2;
  const lines =
    text === ""
      ? html`<text x="${middle}" y="${y + 38}">${title}</text>`
      : html`<text x="${middle}" y="${y + 28}">${title}</text><text class="code" x="${middle}" y="${y + 48}">${text}</text>`;
  return html`<g class="node"><rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="12"/>${lines}</g>`;
}

/** A number in a circle and a text right of it. */
function edgeLabel(step: number, text: string, x: number, y: number): Html {
  return html`<g class="label"><circle cx="${x + 12}" cy="${y}" r="10"/><text class="step" x="${x + 12}" y="${y + 4}">${step}</text><text x="${x + 28}" y="${y + 5}">${text}</text></g>`;
}
