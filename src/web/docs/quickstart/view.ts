import { codeBlock } from "../../components/code-block.ts";
import { type Html, html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { appChoice } from "../app-choice.ts";
import { blocksOf } from "../blocks.ts";
import { CODE_LANGUAGES, type CodeLanguage, codeTabs, SYNTAXES } from "../code-language.ts";
import type { Block } from "../content.ts";
import { fillBlocks } from "../guides/samples/blocks.ts";
import { heading } from "../heading.ts";
import { tokenResponse } from "../reference/examples.ts";
import { API_WRITERS } from "../reference/requests.ts";
import type { Quickstart } from "./read.ts";
import { curlSample, curlSteps } from "./samples/curl.ts";
import { goSample } from "./samples/go.ts";
import { javascriptSample } from "./samples/javascript.ts";
import { pythonSample } from "./samples/python.ts";
import type { WriteSample } from "./samples/sample.ts";

interface Program {
  write: WriteSample;
  file: string;
  /** The command that runs the sample. */
  run: string;
}

export const PROGRAMS: Readonly<Record<CodeLanguage, Program>> = {
  curl: { write: curlSample, file: "quickstart.sh", run: "sh quickstart.sh" },
  javascript: { write: javascriptSample, file: "quickstart.mjs", run: "node quickstart.mjs" },
  python: { write: pythonSample, file: "quickstart.py", run: "python3 quickstart.py" },
  go: { write: goSample, file: "quickstart.go", run: "go run quickstart.go" },
};

const PATH = "/docs/quickstart";
/** An address in the API of the platform. */
const API_URL = "https://api.example/orders";

interface QuickstartView extends Quickstart {
  language: CodeLanguage;
  signedIn: boolean;
}

export function quickstartPage(t: Messages, view: QuickstartView): Html {
  const { client, language } = view;
  const texts = t.docs.quickstart;
  const scope = view.app === null ? "orders:read" : client.scope;
  return html`<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
${appChoice(t, { ...view, path: PATH })}
${heading("prepare", texts.prepare)}
${blocksOf(t, [{ steps: client.confidential ? texts.preparation : texts.publicPreparation }])}
${heading("program", texts.program)}
${language === "curl" ? curlProgram(t, view) : program(t, view)}
${blocksOf(t, [
  { id: "program-output", label: texts.output, code: tokenResponse({ ...client, scope }), syntax: "json" },
])}
${blocksOf(t, texts.explanation(client.refreshes))}
${codeBlock(t, { id: "call-code", label: texts.apiCall, code: API_WRITERS[language](API_URL), syntax: SYNTAXES[language] }, tabs(t, view, "call"))}
${blocksOf(t, fillBlocks(t, texts.refused, view))}
${blocksOf(t, texts.next)}`;
}

/** The program as one sample, and how to start it. */
function program(t: Messages, view: QuickstartView): Html {
  const { client, language } = view;
  const { write, file, run } = PROGRAMS[language];
  const { terminal, saveAs } = t.docs.samples;
  const command = client.confidential ? `CLIENT_SECRET=lk_cs_… ${run}` : run;
  const texts = t.docs.quickstart;
  const sample = {
    id: "program-code",
    label: texts.programIn(CODE_LANGUAGES[language]),
    code: write(client, texts.printed),
    syntax: SYNTAXES[language],
  };
  return html`${codeBlock(t, sample, tabs(t, view, "program"))}
${blocksOf(t, [saveAs(file), { id: "program-run", label: terminal, code: command, syntax: "shell" }, texts.result])}`;
}

/** The program with curl as short steps. The first has the links to the other languages. */
function curlProgram(t: Messages, view: QuickstartView): Html {
  const { client } = view;
  const { curl, printed, programIn } = t.docs.quickstart;
  const [[, values = ""] = [], ...others] = curlSteps(client, printed);
  const first = { id: "program-code", label: programIn(CODE_LANGUAGES.curl), code: values, syntax: "shell" } as const;
  const texts = [curl.values[1], client.confidential && curl.secret].filter(Boolean).join(" ");
  const steps = others.flatMap(([name, code]): Block[] => {
    const [label, text] = curl[name];
    return [text!, { id: `program-${name}`, label: label!, code, syntax: "shell" }];
  });
  return html`${blocksOf(t, [curl.intro, texts])}
${codeBlock(t, first, tabs(t, view, "program"))}
${blocksOf(t, [...steps, curl.result])}`;
}

/** @param below the id of the heading that the tabs return to */
function tabs(t: Messages, { app, language }: QuickstartView, below: "program" | "call"): Html {
  const hrefOf = (code: CodeLanguage) => `${pathWith(PATH, { app: app?.clientId ?? "", code })}#${below}`;
  const languages = Object.keys(PROGRAMS) as CodeLanguage[];
  const { languages: label, apiCall } = t.docs.quickstart;
  return codeTabs({ label: below === "call" ? `${label}: ${apiCall}` : label, languages, current: language, hrefOf });
}
