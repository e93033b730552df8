import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Evidence } from "./evidence.ts";
import { evidenceOf } from "./render.ts";

export const DOCUMENT = fileURLToPath(new URL("../../../../docs/conformance.md", import.meta.url));

/** The evidence of each row in the committed document, by id. */
export function readDocument(): Map<string, Evidence[]> {
  const lines = readFileSync(DOCUMENT, "utf8").split("\n");
  const rows = lines.map(evidenceOf).filter((row) => row !== null);
  return new Map(rows.map(({ id, evidence }) => [id, evidence]));
}
