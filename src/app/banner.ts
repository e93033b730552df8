import { extname, join } from "node:path";
import type { DemoFile } from "../demo/demo-file.ts";

/** The commands for a checkout, or for the installed package, whose files are compiled. */
const COMMANDS =
  extname(import.meta.url) === ".ts"
    ? { demo: "npm run demo -- --headless", cli: "npm run cli -- --help" }
    : { demo: "npx latchkey demo --headless", cli: "npx latchkey --help" };

/** The demo's URLs, e-mail addresses and passwords for the terminal; contains no key, client secret or token. */
export function demoBanner({ urls, app, merchant, operator, developer }: DemoFile, dataDir: string): string {
  return `
Latchkey is running.

  Install the demo app   ${app.install_url}
  sign in as             ${merchant.email}   ${merchant.password}
  then use it at         ${urls.demo_app}   (calls the API, refreshes, revokes)

  Portal and console     ${urls.http}
  the operator           ${operator.email}   ${operator.password}
  the developer          ${developer.email}   ${developer.password}

  Without a browser      ${COMMANDS.demo}
  Command line           ${COMMANDS.cli}
  From your own code     gRPC ${urls.grpc}, Connect ${urls.connect}
                         keys are in ${join(dataDir, "demo.json")}, curl examples in README.md

  Press Ctrl-C to stop.

`;
}
