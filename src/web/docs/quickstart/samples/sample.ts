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

export type WriteSample = (client: SampleClient, texts: SampleTexts) => string;

/** A string literal for JavaScript, Python or Go, in all of which the escapes of JSON mean the same. */
export function literal(text: string): string {
  return JSON.stringify(text);
}

/** Joins the lines that are not false with line breaks. */
export function linesOf(...lines: readonly (string | false)[]): string {
  return lines.filter((line) => line !== false).join("\n");
}
