import { parseUserAgent } from "../../../observe/user-agent.ts";
import type { Frame } from "../../layout/frame.ts";

/** A browser and its operating system; empty or null if unknown. */
export interface Device {
  browser: string | null;
  system: string | null;
}

/** The device that people call by another name than its operating system. */
const DEVICES: Readonly<Record<string, string>> = { ChromeOS: "Chromebook", macOS: "Mac" };

/** The name of a device, such as "Chrome on Windows" or "Safari on iPhone"; null if neither part is known. */
export function deviceName({ t }: Pick<Frame, "t">, { browser, system }: Device): string | null {
  const device = system && (DEVICES[system] ?? system);
  if (browser && device) return t.security.browserOn(browser, device);
  return browser || device || null;
}

/** The name of the device that sent a User-Agent; null if it is unknown. */
export function deviceNameOf(frame: Pick<Frame, "t">, userAgent: string): string | null {
  return deviceName(frame, parseUserAgent(userAgent));
}

/** A network as a range of addresses, such as "192.0.2.x" for 192.0.2.0/24; null if unknown. */
export function addressRange(network: string): string | null {
  return network === "" ? null : network.replace(/\.0\/24$/, ".x").replace(/::\/48$/, ":…");
}
