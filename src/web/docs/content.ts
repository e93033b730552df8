import type { Sample, TabSample } from "../components/highlight.ts";

/** A part of a page's text. Texts may contain `code` in backticks and [links](/docs) to this site. */
export type Block =
  | string
  | { heading: string; id: string }
  | { steps: readonly string[] }
  | { list: readonly string[] }
  | { notice: string }
  | { columns: readonly string[]; rows: readonly (readonly string[])[] }
  | { choice: string; samples: readonly TabSample[] }
  | Sample;

/** A page that consists of text. */
export interface Guide {
  title: string;
  blocks: readonly Block[];
}
