import type { Messages } from "../../messages.en.ts";
import { HEADING } from "../heading.ts";
import { pageBody } from "../page-body.ts";
import { DOC_PAGES, type DocPage, endpointOn } from "../pages.ts";
import { titleOf } from "../reference/endpoint-view.ts";
import { endpointsOf } from "../reference/openapi.ts";
import { termsOf } from "./terms.ts";
import { codeLinesOf, textOf } from "./text.ts";

/** A part of a page: the text below one heading, or one parameter, field, event type or error code. */
export interface DocSection {
  page: DocPage;
  /** The fragment of the heading; empty for the start of a page. */
  id: string;
  heading: string;
  /** The heading is a name in code. */
  isCode?: boolean;
  /** It is a parameter or a field. */
  isField?: boolean;
  /** The title of an endpoint, whose heading is the name in the navigation. */
  title?: string;
  /** Other queries that mean this section, in lower case. */
  names?: readonly string[];
  /** The heading above it on the page; empty for none. */
  above?: string;
  /** One line per paragraph, list item or row; names in code are in backticks. */
  text: string;
  /** The lines of the samples. */
  code?: readonly string[];
}

/** Entries of lists below a heading: their ids, names and texts. */
const ENTRIES = /<div id="([^"]+)"><dt><a [^>]*>(.*?)<\/a>.*?<\/dt>(.*?)<\/div>/gs;

/** Types of events: their names, meanings, ids and texts. */
const EVENTS =
  /<details class="docs-event"[^>]*><summary>(<code\b.*?)<span>(.*?)<\/span><\/summary><div id="([^"]+)">(.*?)<\/details>/gs;

/** Changes of the API: their ids, titles and texts. */
const CHANGES = /<li id="([^"]+)"><h3><a [^>]*>(.*?)<\/a>.*?<\/h3>(.*?)<\/li>/gs;

/** All sections of the documentation in one language. @param origin PUBLIC_URL @param apiUrl DOCS_API_URL */
export function sectionsOf(t: Messages, origin: string, apiUrl?: string | null): DocSection[] {
  return DOC_PAGES.flatMap((page) => {
    const [start = "", ...rest] = pageBody(t, page, { origin, apiUrl }).toString().split(HEADING);
    const heading = t.docs.pages[page].title;
    const first = {
      page,
      id: "",
      heading,
      ...endpointNames(t, page, origin),
      text: textOf(start),
      code: codeLinesOf(start),
    };
    // The pattern has two groups, so `split` returns the id and the heading before each text.
    const sections = Array.from({ length: rest.length / 3 }, (_, at) => {
      const [id = "", heading = "", text = ""] = rest.slice(at * 3);
      return sectionAt({ page, id, above: "" }, heading, text);
    });
    return [first, ...sections.flat()];
  });
}

/** The title of an endpoint, and its path as a term of a query. */
function endpointNames(t: Messages, page: DocPage, origin: string): Pick<DocSection, "title" | "names"> {
  const endpoint = endpointsOf(origin).find(({ operation }) => operation === endpointOn(page));
  return endpoint === undefined ? {} : { title: titleOf(t, endpoint), names: termsOf(endpoint.path) };
}

/** A section, and the entries of its lists. */
function sectionAt(place: Pick<DocSection, "page" | "id" | "above">, heading: string, markup: string): DocSection[] {
  const above = textOf(heading).replaceAll("`", "");
  const entries = [...markup.matchAll(ENTRIES)].map(
    ([, id = "", name = "", text = ""]): DocSection => ({
      ...named(name),
      isField: true,
      page: place.page,
      id,
      above,
      text: textOf(text),
    }),
  );
  const events = [...markup.matchAll(EVENTS)].map(([, name = "", meaning = "", id = "", text = ""]): DocSection => {
    return {
      ...named(name),
      page: place.page,
      id,
      above,
      text: textOf(`<p>${meaning}</p>${text}`),
      code: codeLinesOf(text),
    };
  });
  const changes = [...markup.matchAll(CHANGES)].map(([, id = "", name = "", text = ""]): DocSection => {
    return { ...named(name), page: place.page, id, above, text: textOf(text) };
  });
  const rest = markup.replaceAll(ENTRIES, "").replaceAll(EVENTS, "").replaceAll(CHANGES, "");
  // A query has no punctuation, so "20. November" is also found as "20 november".
  const names = [termsOf(above).join(" ")];
  return [
    { ...named(heading), ...place, names, text: textOf(rest), code: codeLinesOf(rest) },
    ...entries,
    ...events,
    ...changes,
  ];
}

function named(markup: string): Pick<DocSection, "heading" | "isCode"> {
  return { heading: textOf(markup).replaceAll("`", ""), isCode: markup.startsWith("<code") };
}
