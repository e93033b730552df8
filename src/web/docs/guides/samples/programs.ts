import { CODE_LANGUAGES, type CodeLanguage } from "../../code-language.ts";
import type { ProgramName, WriteProgram } from "../../content.ts";
import type { SampleClient } from "../../quickstart/samples/sample.ts";
import { connectInGo } from "./connect/go.ts";
import { connectInJavascript } from "./connect/javascript.ts";
import { connectInPython } from "./connect/python.ts";
import { receiveInGo } from "./receive/go.ts";
import { receiveInJavascript } from "./receive/javascript.ts";
import { receiveInPython } from "./receive/python.ts";
import { refreshWithCurl } from "./refresh/curl.ts";
import { refreshInGo } from "./refresh/go.ts";
import { refreshInJavascript } from "./refresh/javascript.ts";
import { refreshInPython } from "./refresh/python.ts";

export interface Program {
  language: CodeLanguage;
  write: WriteProgram;
  file: string;
  /** The commands that install packages; empty if it needs none. */
  install: readonly string[];
  /** The command that runs the file. */
  run: string;
}

interface GuideProgram {
  /** Variables of the environment that the program reads, apart from CLIENT_SECRET. */
  environment(client: Pick<SampleClient, "redirectUri">): string;
  /** Reads CLIENT_SECRET. */
  authenticates: boolean;
  programs: readonly [Program, ...Program[]];
}

/** The command that installs the package of the receiver, by language. */
export function receiverInstalls(): [language: string, command: string][] {
  const { programs } = GUIDE_PROGRAMS.receive;
  return programs.map(({ language, install }) => [CODE_LANGUAGES[language], `\`${install.at(-1)}\``]);
}

const GO_MODULE = "github.com/standard-webhooks/standard-webhooks/libraries/go";

/** The programs of the guides, which the tests run. */
export const GUIDE_PROGRAMS: Readonly<Record<ProgramName, GuideProgram>> = {
  connect: {
    environment: ({ redirectUri }) => `PORT=${URL.parse(redirectUri)?.port || "3000"}`,
    authenticates: true,
    programs: [
      {
        language: "javascript",
        write: connectInJavascript,
        file: "connect.mjs",
        install: [],
        run: "node connect.mjs",
      },
      { language: "python", write: connectInPython, file: "connect.py", install: [], run: "python3 connect.py" },
      { language: "go", write: connectInGo, file: "connect.go", install: [], run: "go run connect.go" },
    ],
  },
  refresh: {
    environment: () => "",
    authenticates: true,
    programs: [
      { language: "curl", write: refreshWithCurl, file: "refresh.sh", install: [], run: "sh refresh.sh" },
      {
        language: "javascript",
        write: refreshInJavascript,
        file: "refresh.mjs",
        install: [],
        run: "node refresh.mjs",
      },
      { language: "python", write: refreshInPython, file: "refresh.py", install: [], run: "python3 refresh.py" },
      { language: "go", write: refreshInGo, file: "refresh.go", install: [], run: "go run refresh.go" },
    ],
  },
  receive: {
    environment: () => "WEBHOOK_SECRET=whsec_… PORT=3000",
    authenticates: false,
    programs: [
      {
        language: "javascript",
        write: receiveInJavascript,
        file: "receiver.mjs",
        install: ["npm install standardwebhooks"],
        run: "node receiver.mjs",
      },
      {
        language: "python",
        write: receiveInPython,
        file: "receiver.py",
        install: ["pip install standardwebhooks"],
        run: "python3 receiver.py",
      },
      {
        language: "go",
        write: receiveInGo,
        file: "receiver.go",
        install: ["go mod init receiver", `go get ${GO_MODULE}`],
        run: "go run receiver.go",
      },
    ],
  },
};
