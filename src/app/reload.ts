import type { Config } from "../config/config.ts";
import type { KeySet } from "../credential/derive.ts";

/** Applies a configuration that was read again. Only values that come from files can differ from those at the start. */
export type Reload = (config: Config) => void;

/** The parts of this process that apply a configuration that was read again. */
export interface Reloads {
  /** Adds a part. If a configuration was read again before, the part applies it at once. */
  add(part: Reload): void;
  /** Applies the configuration to every part. @throws the first error, after all parts; a part that fails keeps its old values */
  apply(config: Config): void;
}

export function createReloads(): Reloads {
  const parts: Reload[] = [];
  let latest: Config | null = null;
  return {
    add(part) {
      parts.push(part);
      if (latest !== null) part(latest);
    },
    apply(config) {
      latest = config;
      const errors: unknown[] = [];
      for (const part of parts) {
        try {
          part(config);
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** A key set whose keys can be replaced while all users keep the same object. */
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
    deriveLinkSecret: (salt) => current.deriveLinkSecret(salt),
    findLinkSecret: (salt, digest) => current.findLinkSecret(salt, digest),
    csrfToken: (...parts) => current.csrfToken(...parts),
    csrfMatches: (...parts) => current.csrfMatches(...parts),
    authenticateChallenge: (...parts) => current.authenticateChallenge(...parts),
    challengeMatches: (...parts) => current.challengeMatches(...parts),
    seal: (...parts) => current.seal(...parts),
    open: (...parts) => current.open(...parts),
    replace(keys) {
      current = keys;
    },
  };
}
