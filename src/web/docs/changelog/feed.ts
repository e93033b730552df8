import type { FastifyInstance } from "fastify";
import { html } from "../../components/html.ts";
import { setPageHeaders } from "../../http/page-headers.ts";
import { createContext, type RequestContext, type Web } from "../../request-context.ts";
import { FEED_PATH, pathOf } from "../pages.ts";
import { CHANGES } from "./changes.ts";

/** How long a reader of the feed reuses it, in seconds. */
const CACHED = 3600;

/** `/docs/changelog.xml`: the changes of the API as an Atom feed. @see RFC 4287 */
export function addChangelogFeed(app: FastifyInstance, web: Web): void {
  app.get(FEED_PATH, { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    setPageHeaders(reply);
    return reply
      .headers({
        "content-type": "application/atom+xml; charset=utf-8",
        "content-language": context.language,
        "cache-control": `private, max-age=${CACHED}`,
        vary: "accept-language, cookie",
      })
      .send(feedOf(context));
  });
}

function feedOf({ t, web, platformName, language }: RequestContext): string {
  const { changelog } = t.docs;
  const page = `${web.publicUrl}${pathOf("changelog")}`;
  const entries = CHANGES.flatMap(({ day, changes }) =>
    changes.map(({ id, kind }) => {
      const { title, text } = changelog.changes[id];
      const address = `${page}#${id}`;
      return html`<entry><id>${address}</id><title>${title}</title><updated>${timeOf(day)}</updated><category term="${kind}" label="${changelog.kinds[kind]}"/><link href="${address}"/><summary>${plainText(text)}</summary></entry>
`;
    }),
  );
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}"><id>${page}</id><title>${platformName}: ${changelog.guide.title}</title><updated>${timeOf(CHANGES[0].day)}</updated><author><name>${platformName}</name></author>
<link rel="self" href="${web.publicUrl}${FEED_PATH}"/><link rel="alternate" type="text/html" href="${page}"/>
${entries}</feed>
`.toString();
}

const timeOf = (day: string) => `${day}T00:00:00Z`;

/** A text without the marks of code and links. */
function plainText(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll("`", "");
}
