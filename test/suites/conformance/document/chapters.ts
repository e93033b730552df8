import { AUTHORIZE, CONSENT } from "./authorize.ts";
import type { Chapter, Requirement } from "./requirement.ts";
import { RFCS } from "./rfc.ts";
import { BODIES, CLIENT, CODE, TOKENS } from "./token.ts";

export const CHAPTERS: readonly Chapter[] = [AUTHORIZE, CONSENT, CODE, CLIENT, BODIES, TOKENS, RFCS];

export const REQUIREMENTS: readonly Requirement[] = CHAPTERS.flatMap(({ requirements }) => requirements);
