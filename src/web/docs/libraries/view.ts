import { codeBlock, foldedCodeBlock } from "../../components/code-block.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { appChoice } from "../app-choice.ts";
import { blocksOf, failuresOf, prose } from "../blocks.ts";
import type { SampleView } from "../guides/samples/blocks.ts";
import { receiverInstalls } from "../guides/samples/programs.ts";
import { heading } from "../heading.ts";
import { pathOf } from "../pages.ts";
import { placeholdersOf } from "../quickstart/read.ts";
import { urlLine } from "../reference/url.ts";
import { API_INSTALL, API_RECIPES, API_SAMPLE, CLIENT_VERSION, LIBRARIES, type Library } from "./catalogue.ts";

/** The OAuth libraries that the tests run, each with a module for the app of the reader, and the package for APIs. @param contact the support of the platform */
export function librariesPage(t: Messages, view: SampleView, contact: Html | null = null): Html {
  const texts = t.docs.libraries;
  const rows = LIBRARIES.map(({ id, name, version, abilities }) => [
    html`<a href="${`#${id}`}"><code>${name}</code></a>`,
    version,
    abilities.map((ability) => texts.abilities[ability]).join(", "),
  ]);
  return html`<h1>${texts.title}</h1>
<p class="lead">${prose(texts.lead)}</p>
${appChoice(t, { ...view, path: pathOf("libraries") })}
${heading("tested", texts.tested)}
${listTable({ caption: texts.tested, columns: texts.columns, rows, none: "" })}
<p>${prose(texts.others)}</p>
<p>${prose(texts.run)}</p>
${LIBRARIES.map((library) => libraryOf(t, library, view))}
${blocksOf(t, [{ heading: texts.webhooks, id: "webhooks" }, texts.webhooksText, { columns: t.docs.samples.installs, rows: receiverInstalls() }])}
${failuresOf(t, texts.fails)}
${heading("apis", texts.apis)}<p>${prose(texts.apisText(CLIENT_VERSION))}</p>
<p>${prose(texts.apisGet)} ${contact && html`${contact}.`}</p>
${urlLine(t, { id: "api-install", label: `${texts.install}: @latchkey/client`, value: API_INSTALL })}
<p>${prose(texts.apisRun)}</p>
${codeBlock(t, { id: "api-sample", label: texts.apiSample, code: API_SAMPLE, syntax: "javascript" })}
<p>${prose(texts.recipes(API_RECIPES.join(", ")))}</p>`;
}

/** The library whose module is not folded. */
const OPEN = "openid-client";

function libraryOf(t: Messages, { id, name, version, beside, write }: Library, view: SampleView): Html {
  const { about, install, sample, show, comments } = t.docs.libraries;
  // Not all libraries have clients without a secret.
  const client = view.client.confidential ? view.client : placeholdersOf(view.client.issuer);
  const module = {
    id: `${id}-sample`,
    label: sample(name),
    code: write(client, comments),
    syntax: "javascript",
  } as const;
  const command = ["npm install", `${name}@${version}`, ...beside].join(" ");
  return html`${heading(id, name)}<p>${prose(about[id])}</p>
${urlLine(t, { id: `${id}-install`, label: `${install}: ${name}`, value: command })}
${id === OPEN ? codeBlock(t, module) : foldedCodeBlock(t, module, { summary: show })}
`;
}
