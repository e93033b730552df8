import { join } from "node:path";
import type { DemoFile } from "../demo/demo-file.ts";

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

  Without a browser      npm run demo -- --headless
  Command line           npm run cli -- --help
  From your own code     gRPC ${urls.grpc}, Connect ${urls.connect}
                         keys are in ${join(dataDir, "demo.json")}, curl examples in README.md

  Press Ctrl-C to stop.

`;
}
