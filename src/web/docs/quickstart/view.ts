import { codeBlock, foldedCodeBlock } from "../../components/code-block.ts";
import { type Html, html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { appChoice } from "../app-choice.ts";
import { blocksOf, failuresOf, prose } from "../blocks.ts";
import { CODE_LANGUAGES, type CodeLanguage, codeTabs, SYNTAXES } from "../code-language.ts";
import type { Block } from "../content.ts";
import { heading } from "../heading.ts";
import { tokenResponse } from "../reference/examples.ts";
import { API_URL, API_WRITERS } from "../reference/requests.ts";
import type { Quickstart } from "./read.ts";
import { curlSample } from "./samples/curl.ts";
import { goSample } from "./samples/go.ts";
import { javascriptSample } from "./samples/javascript.ts";
import { listeningPort, withListener } from "./samples/loopback.ts";
import { pythonSample } from "./samples/python.ts";
import { partOf, programOf, type SampleClient, STEPS, type Step, type WriteSample } from "./samples/sample.ts";

interface Program {
  write: WriteSample;
  file: string;
  mediaType: string;
  /** The command that runs the file. */
  run: string;
  /** The file of the API request. */
  callFile: string;
}

export const PROGRAMS: Readonly<Record<CodeLanguage, Program>> = {
  curl: {
    write: curlSample,
    file: "quickstart.sh",
    mediaType: "application/x-sh",
    run: "sh quickstart.sh",
    callFile: "request.sh",
  },
  javascript: {
    write: javascriptSample,
    file: "quickstart.mjs",
    mediaType: "text/javascript",
    run: "node quickstart.mjs",
    callFile: "request.mjs",
  },
  python: {
    write: pythonSample,
    file: "quickstart.py",
    mediaType: "text/x-python",
    run: "python3 quickstart.py",
    callFile: "request.py",
  },
  go: {
    write: goSample,
    file: "quickstart.go",
    mediaType: "text/x-go",
    run: "go run quickstart.go",
    callFile: "request.go",
  },
};

const PATH = "/docs/quickstart";
/** The ids of the sections of the steps. */
const SECTIONS = {
  values: "prepare",
  authorize: "authorize",
  redirect: "redirect",
  exchange: "exchange",
  store: "store",
  refresh: "refresh",
  call: "call",
} as const satisfies Record<Step, string>;

interface QuickstartView extends Quickstart {
  language: CodeLanguage;
  signedIn: boolean;
}

/** A program, the shortest way to run it, and its parts as steps. */
export function quickstartPage(t: Messages, view: QuickstartView): Html {
  const texts = t.docs.quickstart;
  const { title, lead, fails, next } = texts;
  const steps = STEPS.filter((step) => step !== "refresh" || view.client.refreshes);
  return html`<h1>${title}</h1>
<p class="lead">${lead}</p>
${appChoice(t, { ...view, path: PATH })}
${runBox(t, view)}
${heading("how", texts.explained.title)}
${view.language === "curl" && html`<p>${texts.explained.paste}</p>`}
${steps.map((step) => stepSection(t, view, step))}
${failuresOf(t, fails)}
${blocksOf(t, next)}`;
}

/** The needs of the program, the actions that run it, and its code, folded. */
function runBox(t: Messages, view: QuickstartView): Html {
  const texts = t.docs.quickstart.run;
  const { app, language } = view;
  const { file, run } = PROGRAMS[language];
  const { redirectUri, confidential } = clientOf(view);
  // The shell script has the secret in a variable of its own.
  const isSecretInFile = confidential && language === "curl";
  const isSecretInCommand = confidential && language !== "curl";
  const needs = [
    texts.tools[language],
    ...(app === null ? [texts.app(redirectUri, confidential)] : []),
    texts.merchant,
  ];
  const replaced = [
    ...(app === null ? ["`YOUR_CLIENT_ID`", "`YOUR_SCOPES`"] : []),
    ...(isSecretInFile ? ["`lk_cs_…`"] : []),
  ].join(", ");
  const command = isSecretInCommand ? `CLIENT_SECRET=lk_cs_… ${run}` : run;
  const sample = { id: "program-run", label: t.docs.samples.terminal, code: command, syntax: "shell" } as const;
  const actions = [
    html`<a class="button secondary" href="${programPath(view)}" download>${texts.download(file)}</a>`,
    replaced !== "" && html`<p>${prose(texts.replace(replaced))}</p>`,
    html`<p>${isSecretInCommand ? texts.startWithSecret : texts.start}</p>
${codeBlock(t, sample, tabs(t, view, { id: "run", label: texts.title }))}`,
    html`<p>${texts.result(listens(view))}</p>`,
  ].filter(Boolean);
  return html`<section class="card docs-run">${heading("run", texts.title)}
${blocksOf(t, [texts.needs, { list: needs }])}
<ol class="numbered">${actions.map((action) => html`<li>${action}</li>`)}</ol>
${wholeProgram(t, view)}</section>`;
}

/** The text of a step beside its code. */
function stepSection(t: Messages, view: QuickstartView, step: Step): Html {
  const { titles, texts } = t.docs.quickstart.steps;
  const { callFile } = PROGRAMS[view.language];
  const text = texts[step]({ ...clientOf(view), listens: listens(view), callFile });
  return html`<section class="docs-step"><div>${heading(SECTIONS[step], titles[step])}
${blocksOf(t, text)}</div><div class="docs-step-code">${sampleOf(t, view, step)}${step === "call" && callCommand(t, view)}</div></section>`;
}

/** The lines of a step, the response of the exchange, or the API request. */
function sampleOf(t: Messages, view: QuickstartView, step: Step): Html {
  if (step === "store") return blocksOf(t, [tokensOf(t, view)]);
  const { client, language } = view;
  const { printed, steps } = t.docs.quickstart;
  const sample =
    step === "call"
      ? { id: "call-code", code: API_WRITERS[language](client.apiUrl ?? API_URL) }
      : { id: `step-${step}`, ...partOf(PROGRAMS[language].write(clientOf(view), printed), step) };
  const label = steps.titles[step];
  return codeBlock(t, { ...sample, label, syntax: SYNTAXES[language] }, tabs(t, view, { id: SECTIONS[step], label }));
}

/** The token response of the reader's app. */
function tokensOf(t: Messages, { app, client }: QuickstartView): Block {
  const scope = app === null ? "orders:read" : client.scope;
  const code = tokenResponse({ ...client, scope });
  return { id: "program-output", label: t.docs.quickstart.response, code, syntax: "json", status: "200" };
}

/** The whole program, with the texts that it prints in the language of the page. */
export function programText({ docs }: Messages, view: Pick<QuickstartView, "app" | "client" | "language">): string {
  return programOf(PROGRAMS[view.language].write(clientOf(view), docs.quickstart.printed));
}

/** The values in the program. The shell cannot receive the redirect. */
function clientOf(view: Pick<QuickstartView, "app" | "client" | "language">): SampleClient {
  return view.language === "curl" ? view.client : withListener(view);
}

/** True if the program receives the redirect itself. */
function listens(view: Pick<QuickstartView, "app" | "client" | "language">): boolean {
  return view.language !== "curl" && listeningPort(clientOf(view)) !== null;
}

/** The page with the values of the app and the samples of a language. */
function pagePath({ app, language }: Pick<QuickstartView, "app" | "language">): string {
  return pathWith(PATH, { app: app?.clientId ?? "", code: language });
}

/** The file of the whole program, with the values of the app. */
function programPath({ app, language }: Pick<QuickstartView, "app" | "language">): string {
  return pathWith(`${PATH}/${PROGRAMS[language].file}`, { app: app?.clientId ?? "" });
}

/** The whole program, folded. */
function wholeProgram(t: Messages, view: QuickstartView): Html {
  const { programIn, showProgram } = t.docs.quickstart;
  const code = programText(t, view);
  const label = programIn(CODE_LANGUAGES[view.language]);
  const sample = { id: "program-code", label, code, syntax: SYNTAXES[view.language] };
  return foldedCodeBlock(t, sample, { summary: showProgram(code.split("\n").length) });
}

/** How to start the API request. */
function callCommand(t: Messages, { language }: QuickstartView): Html {
  const { file, run, callFile } = PROGRAMS[language];
  const { terminal } = t.docs.samples;
  const label = `${terminal}: ${t.docs.quickstart.apiCall}`;
  const code = `ACCESS_TOKEN=lk_at_… ${run.replace(file, callFile)}`;
  return blocksOf(t, [{ id: "call-run", label, title: terminal, code, syntax: "shell" }]);
}

/** @param target the heading that the tabs return to, and the name of the sample */
function tabs(t: Messages, { app, language }: QuickstartView, target: { id: string; label: string }): Html {
  const hrefOf = (code: CodeLanguage) => `${pagePath({ app, language: code })}#${target.id}`;
  const languages = Object.keys(PROGRAMS) as CodeLanguage[];
  const label = `${t.docs.quickstart.languages}: ${target.label}`;
  return codeTabs({ label, languages, current: language, hrefOf });
}
