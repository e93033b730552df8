import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requestErrorOf } from "../../rpc/errors.ts";
import type { Html } from "../components/html.ts";
import { pathWith } from "../components/list.ts";
import { PageError } from "../errors/page-error.ts";
import { toSignIn } from "../errors/send-error.ts";
import { csrfTokenFor } from "../http/csrf.ts";
import type { Fields } from "../http/fields.ts";
import { fieldsOf, queryOf, requireCsrf } from "../http/guard.ts";
import { isRead } from "../http/same-origin.ts";
import { findSignedIn, seeOther, sendPage, visitOf, type Web } from "../request-context.ts";
import { type ShownOnce, showOnce, tellOnce } from "../router/flash.ts";
import type { ConsoleVisit } from "./context.ts";
import { consoleSections } from "./navigation.ts";
import { type Refused, refusedBy } from "./refusal.ts";

export interface ConsolePage {
  title: string;
  body: Html;
}

/** What a form of the console does. */
export interface ConsoleForm {
  /** Fields that may come more than once. */
  repeatable?: readonly string[];
  /** The page that the form stands on. */
  home(params: Readonly<Record<string, string>>, fields: Fields): string;
  /** Does it; gives where to go on. No form answers with a page itself, which loading again would send again. */
  act(visit: ConsoleVisit, fields: Fields): Promise<string | ShownOnce>;
  /** The form's page once more, with what was refused and what had been written. */
  again(visit: ConsoleVisit, refused: Refused): Promise<ConsolePage>;
}

/** Where the pages of the console are registered. Each answers operators alone, and takes no form without its token. */
export interface Desk {
  page(path: string, show: (visit: ConsoleVisit) => Promise<ConsolePage>): void;
  form(path: string, form: ConsoleForm): void;
}

/** The parameters that carry a page of a list; the queue has two lists. */
const PAGE_NAMES = ["page", "waiting", "reviewing"];

type Request = FastifyRequest<{ Params: Record<string, string> }>;

export function openDesk(app: FastifyInstance, web: Web): Desk {
  return {
    page(path, show) {
      app.get(path, { exposeHeadRoute: true }, async (request: Request, reply) => {
        const visit = await findOperator(web, request);
        if (visit === null) return toSignIn(reply, visitOf(web, request), request.url);
        const page = await showOnce({ visit, request, reply }, show).catch((failure) => {
          if (requestErrorOf(failure)?.reason === "PAGE_TOKEN") return null;
          throw failure;
        });
        return page === null ? seeOther(reply, firstPageOf(request.url)) : send(reply, visit, { page, status: 200 });
      });
    },
    form(path, form) {
      app.post(path, async (request: Request, reply) => {
        const fields = fieldsOf(request, form.repeatable);
        const home = form.home(request.params, fields);
        requireCsrf(visitOf(web, request), fields, { binding: "session", request, back: home });
        const visit = await findOperator(web, request);
        if (visit === null) return toSignIn(reply, visitOf(web, request), home);
        return take(reply, { visit, fields, form, home });
      });
    },
  };
}

/** The same list from its beginning: its page is no longer there, or was of another list. */
function firstPageOf(url: string): string {
  const { pathname, searchParams } = new URL(url, "http://console");
  for (const name of PAGE_NAMES) searchParams.delete(name);
  return pathWith(pathname, Object.fromEntries(searchParams));
}

/** The signed-in operator; null if nobody is signed in. @throws PageError 403 for everybody else */
async function findOperator(web: Web, request: Request): Promise<ConsoleVisit | null> {
  const visit = visitOf(web, request);
  const account = (await findSignedIn(visit))?.account;
  if (account === undefined || visit.session === null) return null;
  if (!account.operator) throw new PageError(403, "operators_only");
  const csrfToken = csrfTokenFor("session", visit.session);
  // A form's own query is part of no page.
  const query = isRead(request) ? queryOf(request) : { one: () => null, all: () => [] };
  return { ...visit, account, csrfToken, params: request.params, query, once: null };
}

interface Taken {
  visit: ConsoleVisit;
  fields: Fields;
  form: ConsoleForm;
  home: string;
}

async function take(reply: FastifyReply, { visit, fields, form, home }: Taken): Promise<FastifyReply> {
  try {
    const done = await form.act(visit, fields);
    return typeof done === "string" ? seeOther(reply, done) : tellOnce(reply, visit, done);
  } catch (failure) {
    const refused = refusedBy(visit, fields, failure);
    if (refused === null) throw failure;
    const page = await form.again(visit, refused);
    return send(reply, visit, { page, status: refused.status, path: home });
  }
}

interface Sent {
  page: ConsolePage;
  status: number;
  /** Where the page can be had again; for forms. */
  path?: string;
}

function send(reply: FastifyReply, visit: ConsoleVisit, { page, status, path }: Sent): FastifyReply {
  const frame = { ...visit, path: path ?? visit.path };
  return sendPage(reply, frame, {
    ...page,
    title: `${page.title} · ${visit.t.console.title}`,
    status,
    account: visit.account,
    wide: true,
    sections: consoleSections(frame),
    faulty: status >= 400,
  });
}
