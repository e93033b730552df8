import { codeBlock } from "../../components/code-block.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import type { RequestContext } from "../../request-context.ts";
import { flowOf } from "../blocks.ts";
import { DOC_GROUPS, type DocGroup, type DocPage, PAGE_ICONS, pathOf } from "../pages.ts";
import type { SampleClient } from "../quickstart/samples/sample.ts";
import { exampleOf } from "../reference/examples.ts";
import { searchForm } from "../search/view.ts";
import { flowPicture } from "./picture.ts";

/** The start page: the search, the first tasks, the flow and all pages. @param client the values of its request */
export function overviewPage({ t, platformName }: RequestContext, client: SampleClient): Html {
  const { docs } = t;
  const { start, tasks, build, builds, how, pages, edges, happens } = docs.overviewPage;
  const { request, syntax } = exampleOf({ method: "POST", path: "/oauth/token" }, client, "curl")!;
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
  const groups = Object.entries(DOC_GROUPS).map(([group, names]) => groupOf(t, group as DocGroup, names));
  return html`<div class="docs-hero"><div><h1>${docs.title}</h1><p class="lead">${docs.lead(platformName)}</p>
${searchForm(t, "")}</div>
<div class="docs-start"><h2>${start}</h2><ul class="docs-cards">${cards}</ul></div>
${codeBlock(t, sample, bar)}</div>
<h2>${how}</h2>${flowPicture(t, platformName)}<div class="docs-picture-steps">${flowOf(steps)}</div>
<h2>${build}</h2><ul class="docs-builds">${built}</ul>
<h2>${pages}</h2><div class="docs-index">${groups}</div>`;
}

/** The pages of a group with their summaries. */
function groupOf({ docs }: RequestContext["t"], group: DocGroup, names: readonly DocPage[]): Html {
  const items = names.map((page) => {
    const { title, summary } = docs.pages[page];
    return html`<li><a href="${pathOf(page)}">${title}</a><p>${summary}</p></li>`;
  });
  return html`<section><h3>${docs.groups[group]}</h3><ul>${items}</ul></section>`;
}
