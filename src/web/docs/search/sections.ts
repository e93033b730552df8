import type { Messages } from "../../messages.en.ts";
import { prose } from "../blocks.ts";
import { errorCodesPage } from "../errors/view.ts";
import { withoutApp } from "../guides/samples/blocks.ts";
import { guidePage, webhooksPage } from "../guides/view.ts";
import { HEADING } from "../heading.ts";
import { DOC_PAGES, type DocPage, type EndpointName, endpointOn } from "../pages.ts";
import { quickstartPage } from "../quickstart/view.ts";
import { endpointPage } from "../reference/endpoint-view.ts";
import { endpointsPage } from "../reference/index-view.ts";

/** A part of a page, below one heading. */
export interface DocSection {
  page: DocPage;
  /** The fragment of the heading; empty for the start of a page. */
  id: string;
  heading: string;
  text: string;
}

/** All sections of the documentation in one language, without the code samples. @param origin PUBLIC_URL */
export function sectionsOf(t: Messages, origin: string): DocSection[] {
  return DOC_PAGES.flatMap((page) => {
    const [start = "", ...rest] = bodyOf(t, page, origin).split(HEADING);
    const first = { page, id: "", heading: t.docs.pages[page].title, text: textOf(start) };
    // The pattern has two groups, so `split` returns the id and the heading before each text.
    const sections = Array.from({ length: rest.length / 3 }, (_, at) => {
      const [id = "", heading = "", text = ""] = rest.slice(at * 3);
      return { page, id, heading: textOf(heading), text: textOf(text) };
    });
    return [first, ...sections];
  });
}

function bodyOf(t: Messages, page: DocPage, origin: string): string {
  const { guides } = t.docs;
  // Leaves out the choice of an app, which is no part of the text.
  const view = { ...withoutApp(origin, null), unavailable: true };
  const samples = { ...view, language: "curl" } as const;
  const endpoint = endpointOn(page);
  if (endpoint !== null) return endpointPage(t, endpoint, samples).toString();
  const bodies = {
    quickstart: () => quickstartPage(t, samples),
    "test-merchants": () => guidePage(t, guides["test-merchants"], view),
    try: () => prose(t.docs.try.lead),
    authorization: () => guidePage(t, guides.authorization, view),
    "go-live": () => guidePage(t, guides["go-live"], view),
    scopes: () => guidePage(t, guides.scopes, view),
    retries: () => guidePage(t, guides.retries, view),
    webhooks: () => webhooksPage(t, view),
    endpoints: () => endpointsPage(t, origin),
    errors: () => errorCodesPage(t, origin),
  } satisfies Record<Exclude<DocPage, `endpoints/${EndpointName}`>, () => object>;
  return bodies[page as keyof typeof bodies]().toString();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The readable text of markup. Relies on `html`, which escapes ">" in attributes. */
function textOf(markup: string): string {
  return (
    markup
      .replaceAll(/<(pre|button|nav|caption|h1|summary|details)\b.*?<\/\1>|<div class="sample-bar">.*?<\/div>/gs, " ")
      .replaceAll(/<(span|p|div) class="(?:method |endpoint-(?:try|url)").*?<\/\1>/gs, " ")
      // Of a parameter, the name without its type
      .replaceAll(/<dt>(<a .*?<\/a>).*?<\/dt>/gs, "<dt>$1:</dt>")
      .replaceAll(/<\/?(?:a|code|em|small|span|strong)\b[^>]*>/g, "")
      .replaceAll(/(?<![.!?:>])<\/(?:dd|div|dt|h3|li|p|td|th)>/g, " · ")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity)
      .replaceAll(/\s+/g, " ")
      .replace(/[ ·]+$/, "")
      .trim()
  );
}
