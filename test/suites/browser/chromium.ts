import { accessSync, constants } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { collectBrowserErrors } from "./browser-errors.ts";

/** In order of preference. The first, Chromium without a user interface, needs 30 % less CPU. */
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
];

/** The Chromium under test: the one that `CHROMIUM` names, else the installed one; null if there is none. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM;
  const places = named === undefined || named === "" ? PLACES : [named];
  return places.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts Chromium with access to only the tested pages. Also works as root and in containers. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error("no Chromium: install it, or name it in CHROMIUM");
  const browser = await chromium.launch({
    executablePath,
    timeout: 120_000,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  collectBrowserErrors(browser);
  return browser;
}
