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
}

/** The texts that a sample program prints, in the language of the page. */
export interface SampleTexts {
  open: string;
  paste: string;
  wrong: string;
}

/** The steps of the quickstart, in their order. The last is missing for apps without refresh tokens. */
export const STEPS = ["values", "authorize", "exchange", "refresh"] as const;

export type Step = (typeof STEPS)[number];

/** A line of a program, or a marker: the following lines belong to its step. False is left out. */
export type MarkedLine = string | false | { step: Step };

/** The lines of a program. Its first line is a marker. */
export type WriteSample = (client: SampleClient, texts: SampleTexts) => MarkedLine[];

/** The whole program, without its markers. */
export function programOf(lines: readonly MarkedLine[]): string {
  return linesOf(...lines.filter((line) => typeof line !== "object"));
}

/** The lines of one step. Lines that are apart in the program have an empty line between them. */
export function partOf(lines: readonly MarkedLine[], step: Step): string {
  let current: Step | null = null;
  const parts: string[][] = [];
  for (const line of lines) {
    if (typeof line === "object") {
      current = line.step;
      if (current === step) parts.push([]);
    } else if (current === step && line !== false) parts.at(-1)!.push(line);
  }
  return parts.map((part) => part.join("\n").replaceAll(/^\n+|\n+$/g, "")).join("\n\n");
}

/** A string literal for JavaScript, Python or Go, in all of which the escapes of JSON mean the same. */
export function literal(text: string): string {
  return JSON.stringify(text);
}

/** Joins the lines that are not false with line breaks. */
export function linesOf(...lines: readonly (string | false)[]): string {
  return lines.filter((line) => line !== false).join("\n");
}
