import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readOptions } from "../options.ts";
import { readProtoFiles } from "./image.ts";
import { renderReference } from "./render.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DOCUMENT = join(ROOT, "docs/grpc-api.md");
/** The text above this marker is written by hand. */
const MARKER =
  "<!-- Generated from proto/ by `npm run docs:grpc`. Change the comments there, not the lines below. -->\n";

const USAGE = `npm run docs:grpc -- [--check]
Writes the reference in docs/grpc-api.md from the comments in proto/. --check: only compares, and fails if they differ.`;

const { check } = readOptions(USAGE, { check: { type: "boolean", default: false } });
const current = readFileSync(DOCUMENT, "utf8");
const [introduction = ""] = current.split(MARKER, 1);
const fresh = `${introduction}${MARKER}\n${renderReference(readProtoFiles(ROOT))}`;

if (!check) writeFileSync(DOCUMENT, fresh);
else if (fresh !== current) {
  console.error('docs/grpc-api.md differs from the comments in proto/: run "npm run docs:grpc" and commit it.');
  process.exitCode = 1;
}
