import type { Messages } from "../../../messages.en.ts";
import { CODE_LANGUAGES, type CodeLanguage, SYNTAXES } from "../../code-language.ts";
import type { Block, GuideBlock, ProgramName } from "../../content.ts";
import { placeholdersOf, type Quickstart } from "../../quickstart/read.ts";
import { forWebServer, startPathOf } from "./connect/paths.ts";
import { guideExample } from "./examples.ts";
import { GUIDE_PROGRAMS, receiverInstalls } from "./programs.ts";

export interface SampleView extends Quickstart {
  /** The chosen language; null without a choice. */
  language: CodeLanguage | null;
  signedIn: boolean;
}

/** Samples with placeholders. @param issuer PUBLIC_URL @param apiUrl DOCS_API_URL */
export function withoutApp(issuer: string, language: CodeLanguage | null, apiUrl: string | null = null): SampleView {
  return { client: placeholdersOf(issuer, apiUrl), app: null, apps: [], language, signedIn: false };
}

/** The blocks of a guide, with its programs and examples for the app of the reader. */
export function fillBlocks(t: Messages, blocks: readonly GuideBlock[], view: SampleView): Block[] {
  const app = view.app?.clientId ?? "";
  return blocks.flatMap((block): Block[] => {
    if (typeof block === "string") return [block];
    if (typeof block === "function") return [block(startPathOf(forWebServer(view.client)))];
    if ("program" in block) return programBlocks(t, block, view);
    if ("installs" in block) return [{ columns: t.docs.samples.installs, rows: receiverInstalls() }];
    if (!("example" in block)) return [block];
    const below = "below" in block ? block.below : "";
    return [guideExample(t, block.example, { client: view.client, app, below })];
  });
}

/** A program in each language, and how to start it. */
function programBlocks(
  t: Messages,
  { program: name, below }: { program: ProgramName; below: string },
  { client: ofApp, app, language: chosen }: SampleView,
): Block[] {
  const client = forWebServer(ofApp);
  const texts = t.docs.samples;
  const { environment, authenticates, programs } = GUIDE_PROGRAMS[name];
  const [first, ...others] = programs.map(({ language, write }) => ({
    id: `${name}-${language}`,
    label: texts.programs[name](CODE_LANGUAGES[language]),
    language,
    syntax: SYNTAXES[language],
    code: write(client, texts),
  }));
  const { file, install, run } = programs.find(({ language }) => language === chosen) ?? programs[0];
  const variables = [authenticates && client.confidential && "CLIENT_SECRET=lk_cs_…", environment(client)].filter(
    Boolean,
  );
  const commands = [...install, [...variables, run].join(" ")];
  return [
    { choice: t.docs.quickstart.languages, below, app: app?.clientId, samples: [first!, ...others] },
    texts.saveAs(file),
    { id: `${name}-run`, label: texts.terminal, syntax: "shell", code: commands.join("\n") },
  ];
}
