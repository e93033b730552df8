import type { FastifyReply } from "fastify";
import type { Web } from "../request-context.ts";
import type { Language } from "./language.ts";

/** Seconds. */
const ONE_YEAR = 31_536_000;

/** Stores the language that was chosen on a page in the browser. */
export function setLanguageCookie({ cookies }: Pick<Web, "cookies">, reply: FastifyReply, language: Language): void {
  reply.header("set-cookie", cookies.write("language", language, ONE_YEAR));
}
