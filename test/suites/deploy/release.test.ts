import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, run } from "./tools.ts";

const OUT = join(ROOT, "dist/release");
const release = () => run("node", ["deploy/package/release.ts"], ROOT);

test("a release has packages, image context, chart and bill of materials, and is the same twice", () => {
  const sums = release();
  const names = sums.split("\n").flatMap((line) => line.split("  ").slice(1));
  expect(names).toEqual([
    expect.stringMatching(/^latchkey-\d.*\.tgz$/),
    expect.stringMatching(/^latchkey-chart-.*\.tgz$/),
    expect.stringMatching(/^latchkey-client-.*\.tgz$/),
    expect.stringMatching(/^latchkey-image-.*\.tar\.gz$/),
    "sbom.cdx.json",
  ]);
  expect(run("sha256sum", ["--check", "--quiet", "SHA256SUMS"], OUT)).toBe("");
  expect(run("tar", ["-tzf", names[3]!], OUT).split("\n")).toContain("src/main.ts");
  const { bomFormat, metadata, components } = JSON.parse(readFileSync(join(OUT, "sbom.cdx.json"), "utf8"));
  expect(bomFormat).toBe("CycloneDX");
  expect(metadata.component).toMatchObject({ name: "latchkey", type: "application" });
  const found = components.map(({ name, group }: { name: string; group?: string }) =>
    group ? `${group}/${name}` : name,
  );
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(found).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(release()).toBe(sums);
});
