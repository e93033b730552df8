import type { Sample } from "../components/highlight.ts";
import type { CodeLanguage } from "./code-language.ts";
import type { en as sampleTexts } from "./guides/samples/messages.en.ts";
import type { SampleClient } from "./quickstart/samples/sample.ts";

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
  /** A button that leads to the next step. */
  | { action: string; href: string }
  /** The steps of a flow as a row of boxes. */
  | { flow: readonly (readonly [title: string, text: string])[] }
  | { notice: string }
  /** `even`: the first column has long texts, too. */
  | { columns: readonly string[]; rows: readonly (readonly string[])[]; even?: boolean }
  /** `below`: the id of the heading that the tabs return to. `app`: the client ID that they keep. */
  | { choice: string; below: string; app?: string; samples: readonly [CodeSample, ...CodeSample[]] }
  /** `title`: the text above the code. Default: the label. */
  | (Sample & { status?: string; title?: string });

/** A program in several languages. */
export type ProgramName = "connect" | "refresh" | "receive";

/** Writes a program with the values of an app, and with comments and output in the language of the page. */
export type WriteProgram = (client: SampleClient, texts: typeof sampleTexts) => string;

/** A URL, a request or a response. */
export type ExampleName =
  | "authorizationUrl"
  | "returnUrl"
  | "tokens"
  | "grantedScopes"
  | "narrowRefresh"
  | "verification";

/** A block of a guide. Programs and examples get the values of an app of the reader. `below`: as in `Block` */
export type GuideBlock =
  | Block
  /** A text with the path at which the program `connect` begins. */
  | ((start: string) => string)
  /** The commands that install the package of the program `receive`. */
  | { installs: "receive" }
  | { program: ProgramName; below: string }
  | { example: Exclude<ExampleName, "narrowRefresh"> }
  | { example: "narrowRefresh"; below: string };

/** The last section of a page: what can go wrong, and what to do. */
export interface Failures {
  /** The heading. It names the subject of the page, because search results show it alone. */
  title: string;
  /** The id of the heading. Default: `fails`. */
  id?: string;
  /** The last sentence. Default: where to test errors, and where the codes are explained. */
  end?: string;
  rows: readonly (readonly [problem: string, action: string])[];
}

/** A page that consists of text. */
export interface Guide {
  title: string;
  /** The subject of the page in one or two sentences. */
  lead: string;
  blocks: readonly GuideBlock[];
  fails: Failures;
}
