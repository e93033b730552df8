/**
 * `npm run build`: compiles the service to `dist/server`, because Node does not run TypeScript under node_modules, and copies the files
 * that the code reads: migrations, style sheets, fonts, scripts. `npm pack` runs it. `npm run check:types` checks the types.
 */
import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { extname, join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const OUT = join(ROOT, "dist/server");
const COPIED = new Set([".sql", ".json", ".css", ".js", ".svg", ".woff2", ".txt"]);

rmSync(OUT, { recursive: true, force: true });
execFileSync("tsc", ["-p", join(import.meta.dirname, "tsconfig.json")], { stdio: "inherit" });
cpSync(join(ROOT, "src"), join(OUT, "src"), {
  recursive: true,
  filter(file) {
    const name = relative(join(ROOT, "src"), file);
    if (name.startsWith("client")) return false;
    return extname(file) === "" || COPIED.has(extname(file));
  },
});
cpSync(join(ROOT, "package.json"), join(OUT, "package.json"));
