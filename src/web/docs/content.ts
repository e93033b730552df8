import type { Sample } from "../components/highlight.ts";
import type { CodeLanguage } from "./code-language.ts";

/** One of several samples of the same content. */
export interface CodeSample extends Sample {
  language: CodeLanguage;
}

/** A part of a page's text. Texts may contain `code` in backticks and [links](/docs) to this site. */
export type Block =
  | string
  | { heading: string; id: string }
  | { steps: readonly string[] }
  | { list: readonly string[] }
  /** The steps of a flow as a row of boxes. */
  | { flow: readonly (readonly [title: string, text: string])[] }
  | { notice: string }
  | { columns: readonly string[]; rows: readonly (readonly string[])[] }
  /** `below`: the id of the heading that the tabs return to. */
  | { choice: string; below: string; samples: readonly [CodeSample, ...CodeSample[]] }
  | Sample;

/** A page that consists of text. */
export interface Guide {
  title: string;
  /** The subject of the page, in one or two sentences. */
  lead: string;
  blocks: readonly Block[];
}
