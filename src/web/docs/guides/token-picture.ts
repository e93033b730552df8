import { type Html, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";
import { flowOf } from "../blocks.ts";
import { heading } from "../heading.ts";
import { type Box, pictureOf } from "../picture.ts";

const HEIGHT = 64;

/** The life of the tokens of an authorization: a picture; its steps where the picture would be too small to read. */
export function tokenLifecycle(t: Messages): Html {
  const { title, description, nodes, steps } = t.docs.tokenPicture;
  const box = (x: number, y: number, [name, text]: readonly [string, string]): Box => {
    return { x, y, height: HEIGHT, title: name, text };
  };
  const [exchange = "", refresh = "", next = ""] = steps.map(([step]) => step);
  const picture = pictureOf({
    description,
    width: 900,
    height: 280,
    boxes: [
      box(8, 82, nodes.code),
      box(340, 156, nodes.refresh),
      box(340, 8, nodes.access),
      box(672, 8, nodes.newAccess),
      box(672, 156, nodes.newRefresh),
    ],
    lines: ["M228 114H284V40H332", "M284 114V188H332", "M560 188H664", "M612 188V40H664", "M782 220V264H450V228"],
    labels: [
      { step: 1, text: exchange, x: 150, y: 56 },
      { step: 2, text: refresh, x: 490, y: 114 },
      { step: 3, text: next, x: 540, y: 244 },
    ],
  });
  return html`${heading("lifecycle", title)}${picture}<div class="docs-picture-steps">${flowOf(steps)}</div>`;
}
