import { codeBlock } from "../../components/code-block.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import type { RequestContext } from "../../request-context.ts";
import { filledInFor } from "../app-choice.ts";
import { flowOf } from "../blocks.ts";
import { PAGE_ICONS, pathOf } from "../pages.ts";
import type { Quickstart } from "../quickstart/read.ts";
import { exampleOf } from "../reference/examples.ts";
import { searchForm } from "../search/view.ts";
import { flowPicture } from "./picture.ts";

/** The start page: the search, the first and further tasks, and the flow. @param view the values of its request, and their app */
export function overviewPage({ t, platformName }: RequestContext, view: Pick<Quickstart, "client" | "app">): Html {
  const { docs } = t;
  const { start, tasks, build, builds, how, more, links, edges, happens } = docs.overviewPage;
  const { request, syntax } = exampleOf({ method: "POST", path: "/oauth/token" }, view.client, "curl")!;
  const sample = { id: "first-request", label: docs.reference.exampleRequest, code: request, syntax };
  const bar = html`<span class="endpoint-name"><span class="method method-post">POST</span> <code>/oauth/token</code></span>`;
  const cards = tasks.map(
    ({ page, title = docs.pages[page].title, text }) =>
      html`<li>${icon(PAGE_ICONS[page])}<div><a href="${pathOf(page)}">${title}</a><p>${text}</p></div></li>`,
  );
  const steps = (Object.keys(edges) as (keyof typeof edges)[]).map((step) => [edges[step], happens[step]] as const);
  const built = builds.map(
    ([page, title, text]) => html`<li><strong><a href="${pathOf(page)}">${title}</a></strong><p>${text}</p></li>`,
  );
  const furtherTasks = links.map(([href, title]) => html`<li><a href="${href}">${title}</a></li>`);
  return html`<div class="docs-hero"><div><h1>${docs.title}</h1><p class="lead">${docs.lead(platformName)}</p>
${searchForm(t, "")}</div>
<div class="docs-start"><h2>${start}</h2><ul class="docs-cards">${cards}</ul></div>
<div>${codeBlock(t, sample, bar)}${view.app && filledInFor(t, view.app)}</div></div>
<h2>${more}</h2><ul class="docs-links">${furtherTasks}</ul>
<h2>${build}</h2><ul class="docs-builds">${built}</ul>
<h2>${how}</h2>${flowPicture(t, platformName)}<div class="docs-picture-steps">${flowOf(steps)}</div>`;
}
