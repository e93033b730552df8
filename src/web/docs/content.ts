/** A part of a page's text. Texts may contain `code` in backticks and [links](/docs) to this site. */
export type Block =
  | string
  | { heading: string; id: string }
  | { steps: readonly string[] }
  | { list: readonly string[] }
  | { notice: string }
  | { columns: readonly string[]; rows: readonly (readonly string[])[] }
  | Sample;

/** A block of code with a copy button. */
export interface Sample {
  /** The id of the element with the code. */
  id: string;
  /** The name of the code, for the copy button. */
  label: string;
  code: string;
}

/** A page that consists of text. */
export interface Guide {
  title: string;
  blocks: readonly Block[];
}
