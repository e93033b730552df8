import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { GUIDE_PROGRAMS } from "../../../src/web/docs/guides/samples/programs.ts";
import { freePorts } from "../../support/start-service.ts";
import { type Daemon, lastLines, startDaemon } from "../ha/programs.ts";

/** Replaces the shell, so that the server ends with the daemon. */
const START: Readonly<Record<string, string>> = {
  javascript: `exec '${process.execPath}' connect.mjs`,
  python: "exec python3 connect.py",
  go: "go build -o server connect.go && exec ./server",
};

/** The web server of the guide to authorization. */
export interface ConnectServer {
  url: string;
  /** Its directory, with the stored tokens. */
  place: string;
  logFile: string;
  daemon: Daemon;
}

interface Program {
  language: string;
  code: string;
  clientSecret: string;
}

export const CONNECT_LANGUAGES = GUIDE_PROGRAMS.connect.programs.map(({ language }) => language);

/** Starts the program in a directory of its own, and waits until it answers. */
export async function startConnectServer(directory: string, program: Program): Promise<ConnectServer> {
  const { language, code, clientSecret } = program;
  const place = await mkdtemp(join(directory, `${language}-`));
  const { file } = GUIDE_PROGRAMS.connect.programs.find((one) => one.language === language)!;
  await writeFile(join(place, file), code);
  const [port] = await freePorts(1);
  const logFile = join(place, "log");
  const environment = {
    HOME: process.env.HOME!,
    GO111MODULE: "off",
    CLIENT_SECRET: clientSecret,
    PORT: `${port}`,
  };
  const command = `cd '${place}' && ${START[language]}`;
  const daemon = startDaemon({ command: "/bin/sh", args: ["-c", command], environment, logFile });
  const url = `http://127.0.0.1:${port}`;
  const status = () => visit(`${url}/none`).then((response) => response.status, String);
  const answer = expect.poll(status, { timeout: 200_000 }).toBeTypeOf("number");
  try {
    await Promise.race([answer, failAtEnd(daemon)]);
  } catch (failure) {
    await daemon.kill();
    throw failure;
  }
  return { url, place, logFile, daemon };
}

/** Fails when the program ends, with its output. */
async function failAtEnd({ child, logFile }: Daemon): Promise<never> {
  await once(child, "exit");
  throw new Error(`the program ended: ${lastLines(logFile)}`);
}

/** Opens a page without following redirects. */
export function visit(url: string, cookie = ""): Promise<Response> {
  return fetch(url, { redirect: "manual", headers: { cookie } });
}
