/**
 * `npm run release`: writes the files of a release to dist/release. The same commit gives the same bytes: archives have sorted names and the
 * commit's time, and the bill of materials (CycloneDX) has neither time nor random serial number.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const OUT = join(ROOT, "dist/release");
const IMAGE = [
  "Dockerfile",
  ".dockerignore",
  "compose.yaml",
  "package.json",
  "package-lock.json",
  ".npmrc",
  "deploy/image",
];

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
const committedAt = run("git", "log", "-1", "--format=%cI").trim();

/** Packs `files` of `directory` as `name`. */
function archive(name: string, directory: string, files: readonly string[]): void {
  const same = [
    "--sort=name",
    `--mtime=${committedAt}`,
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--mode=u=rwX,go=rX",
  ];
  run("tar", ...same, "--use-compress-program=gzip -n", "-cf", join(OUT, name), "-C", directory, ...files);
}

/** Writes the bill of materials. `npm sbom --omit dev` leaves out production dependencies that development dependencies use too. */
function writeBillOfMaterials(file: string): void {
  const what = ["--package-lock-only", "--omit", "dev", "--output-reproducible", "--output-file", file];
  run("npx", "--yes", "--ignore-scripts", "@cyclonedx/cyclonedx-npm@6.0.1", ...what);
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
run("npm", "pack", "--silent", "--pack-destination", OUT);
run("npm", "run", "--silent", "build:client");
run("npm", "pack", "--silent", "--pack-destination", OUT, "./dist/client");
archive(`latchkey-image-${version}.tar.gz`, ROOT, [...IMAGE, "src", "gen"]);
archive(`latchkey-chart-${version}.tgz`, join(ROOT, "deploy/helm"), ["latchkey"]);
writeBillOfMaterials(join(OUT, "sbom.cdx.json"));

const sums = readdirSync(OUT)
  .sort()
  .map(
    (name) =>
      `${createHash("sha256")
        .update(readFileSync(join(OUT, name)))
        .digest("hex")}  ${name}\n`,
  );
writeFileSync(join(OUT, "SHA256SUMS"), sums.join(""));
process.stdout.write(sums.join(""));
