import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/load-config.ts";
import { findLogoErrors, readLogoFile } from "../../../src/config/logo-file.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-logo-"));
afterAll(() => rmSync(folder, { recursive: true }));
const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const write = (name: string, content: Buffer): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

describe("PLATFORM_LOGO_FILE", () => {
  it("names a PNG, JPEG or WebP image of at most 256 KiB", () => {
    const file = write("logo.png", PNG);
    expect(findLogoErrors({ PLATFORM_LOGO_FILE: file })).toEqual([]);
    expect(readLogoFile(file)).toMatchObject({ mediaType: "image/png", digest: expect.stringMatching(/^[\w-]{43}$/) });
  });

  it.each([
    ["missing", () => join(folder, "none.png"), "cannot be read"],
    ["SVG", () => write("logo.svg", Buffer.from("<svg/>")), "is no PNG, JPEG or WebP image"],
    ["large", () => write("big.png", Buffer.concat([PNG, Buffer.alloc(256 * 1024)])), "has more than 256 KiB"],
  ])("a %s file is an error of the startup", (_name, file, reason) => {
    expect(findLogoErrors({ PLATFORM_LOGO_FILE: file() })).toEqual([expect.stringContaining(reason)]);
  });
});

describe("ACCENT_COLOR, PLATFORM_NAME and SUPPORT_CONTACT", () => {
  const errorsOf = (environment: Record<string, string>) => {
    const parsed = parseConfig(environment, () => []);
    return parsed.kind === "invalid" ? parsed.errors : parsed.config.brand;
  };
  it("are parts of the brand", () => {
    expect(
      errorsOf({ ACCENT_COLOR: "#1d4ed8", PLATFORM_NAME: "Harbour", SUPPORT_CONTACT: "help@harbour.example" }),
    ).toEqual({
      name: "Harbour",
      accent: "#1d4ed8",
      logoFile: null,
      support: "help@harbour.example",
    });
  });
  it("an accent colour without contrast is refused with its ratio", () => {
    expect(errorsOf({ ACCENT_COLOR: "#ff0000" })).toEqual([
      'ACCENT_COLOR must be darker: its contrast to white text is 3.99:1, and 4.5:1 is required, not "#ff0000".',
    ]);
    expect(errorsOf({ SUPPORT_CONTACT: "harbour.example" })).toEqual([
      'SUPPORT_CONTACT must be an e-mail address, or an https URL without user name, of at most 254 characters, not "harbour.example".',
    ]);
    expect(errorsOf({ PLATFORM_NAME: " Harbour" })).toEqual([expect.stringContaining("1 to 60 characters")]);
  });
});
