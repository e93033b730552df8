import type { Config } from "../config/config.ts";
import type { KeySet } from "../credential/derive.ts";

/** Applies a configuration that was read again. Only the contents of files differ from the configuration of the start. */
export type Reload = (config: Config) => void;

/** Keys that can be replaced while their users keep one object. */
export interface ReplaceableKeySet extends KeySet {
  replace(keys: KeySet): void;
}

export function createReplaceableKeys(initial: KeySet): ReplaceableKeySet {
  let current = initial;
  return {
    get currentKeyId() {
      return current.currentKeyId;
    },
    get keyIds() {
      return current.keyIds;
    },
    deriveSuccessor: (keyId, input) => current.deriveSuccessor(keyId, input),
    csrfToken: (...parts) => current.csrfToken(...parts),
    csrfMatches: (...parts) => current.csrfMatches(...parts),
    replace(keys) {
      current = keys;
    },
  };
}
