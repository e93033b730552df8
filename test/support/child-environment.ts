import { join } from "node:path";

const COMPILED = join(import.meta.dirname, "../../node_modules/.cache/latchkey/compiled");

interface ChildEnvironment {
  PATH: string;
  NODE_COMPILE_CACHE: string;
  MALLOC_ARENA_MAX: string;
}

/**
 * The environment of a process that runs a version of the service: the search path, and what `npm start` sets. Node's compile cache halves
 * the CPU time of a start. @param root the directory of another version; it has a cache of its own
 */
export function childEnvironment(root?: string): ChildEnvironment {
  const { PATH = "", NODE_COMPILE_CACHE = COMPILED } = process.env;
  const cache = root === undefined ? NODE_COMPILE_CACHE : join(root, ".compiled");
  return { PATH, NODE_COMPILE_CACHE: cache, MALLOC_ARENA_MAX: "1" };
}
