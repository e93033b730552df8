/** The values in a sample program. */
export interface SampleClient {
  /** PUBLIC_URL. */
  issuer: string;
  clientId: string;
  /** True if the app has a secret. */
  confidential: boolean;
  redirectUri: string;
  /** Scopes, separated by spaces. */
  scope: string;
  /** True if the app gets refresh tokens. */
  refreshes: boolean;
  /** A request of the sandbox API. Default: a placeholder. */
  apiUrl?: string | null;
}

/** The texts that a sample program prints, in the language of the page. */
export interface SampleTexts {
  open: string;
  paste: string;
  /** In the browser, after the redirect. ASCII, as it is sent without a charset. */
  received: string;
  wrong: string;
}

/** The parts of a program, in the order of the steps. The last is missing for apps without refresh tokens. */
export const PARTS = ["values", "authorize", "redirect", "exchange", "refresh"] as const;

export type Part = (typeof PARTS)[number];

/** The steps of the page. Two of them are not in the program: the response of the exchange, and the API request. */
export const STEPS = ["values", "authorize", "redirect", "exchange", "store", "refresh", "call"] as const;

export type Step = (typeof STEPS)[number];

/** A line of a program, or a marker: the following lines belong to its part. False is left out. */
export type MarkedLine = string | false | { part: Part };

/** The lines of a program. Its first line is a marker. */
export type WriteSample = (client: SampleClient, texts: SampleTexts) => MarkedLine[];

/** The whole program, without its markers. */
export function programOf(lines: readonly MarkedLine[]): string {
  return linesOf(...lines.filter((line) => typeof line !== "object"));
}

/** The lines of one part, and the number of each of them in the whole program. */
export interface ProgramPart {
  code: string;
  /** Null for an empty line that the program does not have. */
  numbers: readonly (number | null)[];
}

/** The lines of one part. Lines that are apart in the program have an empty line between them. */
export function partOf(lines: readonly MarkedLine[], part: Part): ProgramPart {
  let current: Part | null = null;
  let number = 0;
  const parts: NumberedLine[][] = [];
  for (const line of lines) {
    if (typeof line === "object") {
      current = line.part;
      if (current === part) parts.push([]);
    } else if (line !== false) {
      const numbered = line.split("\n").map((text) => ({ text, number: ++number }));
      if (current === part) parts.at(-1)!.push(...numbered);
    }
  }
  const shown = parts.map(withoutEmptyEnds).flatMap((run, at) => (at === 0 ? run : [APART, ...run]));
  return { code: shown.map(({ text }) => text).join("\n"), numbers: shown.map((line) => line.number) };
}

interface NumberedLine {
  text: string;
  number: number | null;
}

/** Between lines that are apart in the program. */
const APART: NumberedLine = { text: "", number: null };

function withoutEmptyEnds(lines: readonly NumberedLine[]): readonly NumberedLine[] {
  const isFull = ({ text }: NumberedLine) => text !== "";
  return lines.slice(Math.max(0, lines.findIndex(isFull)), lines.findLastIndex(isFull) + 1);
}

/** A string literal for JavaScript, Python or Go, in all of which the escapes of JSON mean the same. */
export function literal(text: string): string {
  return JSON.stringify(text);
}

/** Joins the lines that are not false with line breaks. */
export function linesOf(...lines: readonly (string | false)[]): string {
  return lines.filter((line) => line !== false).join("\n");
}
