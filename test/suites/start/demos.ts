import { join } from "node:path";
import { expect } from "vitest";
import type { Stage } from "./cleanup.ts";
import { type Latchkey, survivors } from "./latchkey.ts";
import { findPorts } from "./ports.ts";

/** Starts and stops of `npm start` with its demo. */
export function createDemos(stage: Stage) {
  return {
    /** Starts `npm start` on free ports. */
    async startDemo(dataDir = join(stage.directory(), "data dir")) {
      const ports = await findPorts();
      const latchkey = stage.start({ env: { DATA_DIR: dataDir, ...ports } });
      return { latchkey, dataDir, ports };
    },

    /** Presses Ctrl-C and expects that no process is left. */
    async interrupt(latchkey: Latchkey): Promise<void> {
      const processes = latchkey.processes();
      latchkey.signalGroup("SIGINT");
      await latchkey.ended();
      expect(survivors(processes)).toEqual([]);
    },
  };
}
