import type { Html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";
import { pictureOf } from "../picture.ts";

/** The height of boxes with arrows in both directions at one side. */
const TALL = 88;

/** The flow between the merchant's browser, the app, the platform and its API. */
export function flowPicture(t: Messages, platform: string): Html {
  const { picture, nodes, edges } = t.docs.overviewPage;
  return pictureOf({
    description: picture(platform),
    width: 900,
    height: 432,
    boxes: [
      { x: 310, y: 8, height: 64, title: nodes.browser, text: "" },
      { x: 8, y: 148, height: TALL, title: nodes.app, text: "redirect_uri" },
      { x: 612, y: 148, height: TALL, title: platform, text: "/oauth/authorize\n/oauth/token" },
      { x: 612, y: 336, height: TALL, title: nodes.api, text: "Authorization: Bearer" },
    ],
    lines: ["M96 148V40H302", "M530 40H722V140", "M420 72V168H236", "M228 220H604", "M150 236V352H604"],
    quietLines: ["M722 336V244", "M612 408H70V244"],
    labels: [
      { step: 1, text: edges.redirect, x: 106, y: 100 },
      { step: 2, text: edges.consent, x: 732, y: 100 },
      { step: 3, text: edges.return, x: 430, y: 118 },
      { step: 4, text: edges.exchange, x: 340, y: 204 },
      { step: 5, text: edges.call, x: 260, y: 336 },
      { step: 6, text: edges.check, x: 732, y: 290, quiet: true },
      { step: 7, text: edges.answer, x: 260, y: 392, quiet: true },
    ],
  });
}
