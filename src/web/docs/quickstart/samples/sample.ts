/** The values in a sample program. */
export interface SampleClient {
  /** PUBLIC_URL. */
  issuer: string;
  clientId: string;
  /** The app has a secret. */
  confidential: boolean;
  redirectUri: string;
  /** Scopes, separated by spaces. */
  scope: string;
  /** The app gets refresh tokens. */
  refreshes: boolean;
}

/** The texts that a sample program prints, in the language of the page. */
export interface SampleTexts {
  open: string;
  paste: string;
  wrong: string;
}

export type WriteSample = (client: SampleClient, texts: SampleTexts) => string;

/** A string literal of JavaScript, Python and Go: the escapes of JSON mean the same in all of them. */
export function literal(text: string): string {
  return JSON.stringify(text);
}

/** The lines that apply, one below the other. */
export function linesOf(...lines: readonly (string | false)[]): string {
  return lines.filter((line) => line !== false).join("\n");
}
