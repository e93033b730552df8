import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { Html } from "../components/html.ts";
import { PageError } from "../errors/page-error.ts";
import { toSignIn } from "../errors/send-error.ts";
import { csrfTokenFor } from "../http/csrf.ts";
import type { Fields } from "../http/fields.ts";
import { fieldsOf, queryOf, requireCsrf } from "../http/guard.ts";
import type { FormTarget } from "../http/page-headers.ts";
import { findSignedIn, seeOther, sendPage, type Visit, visitOf, type Web } from "../request-context.ts";
import { type ShownOnce, showOnce, tellOnce } from "../router/flash.ts";
import type { Once } from "../router/flash-cookie.ts";
import { portalSections } from "./navigation.ts";

/** One request of a signed-in developer. */
export interface PortalVisit extends Visit {
  account: Account;
  csrfToken: string;
  params: Readonly<Record<string, string>>;
  query: Fields;
  /** What the page shows only this time, such as a secret just made; null: nothing, or it was shown. */
  once: Once | null;
}

export interface PortalPage {
  title: string;
  body: Html;
  /** 200 unless told. */
  status?: number;
  target?: FormTarget;
  /** The page asks this origin about what is being typed. */
  live?: boolean;
}

type PortalRequest = FastifyRequest<{ Params: Record<string, string> }>;

/** What a form leads to: a page with what is wrong in it, the path to go on with, or a path whose page shows something once. */
export type PortalAnswer = PortalPage | string | ShownOnce;

export type PortalAct = (visit: PortalVisit, fields: Fields) => Promise<PortalAnswer>;

export interface PortalForm {
  /** The page that the form is on, by the route's parameters. */
  home(params: Readonly<Record<string, string>>): string;
  act: PortalAct;
}

/** The routes of the portal: signed in, as a developer, and every form of one's own browser. */
export interface Desk {
  page(path: string, show: (visit: PortalVisit) => Promise<PortalPage | string>): void;
  form(path: string, form: PortalForm): void;
}

export function openDesk(app: FastifyInstance, web: Web): Desk {
  return {
    page(path, show) {
      app.get(path, { exposeHeadRoute: true }, async (request: PortalRequest, reply) => {
        const visit = await findDeveloper(web, request);
        if (visit === null) return toSignIn(reply, visitOf(web, request), request.url);
        return answer(reply, visit, await showOnce({ visit, request, reply }, show));
      });
    },
    form(path, form) {
      app.post(path, async (request: PortalRequest, reply) => {
        const home = form.home(request.params);
        const visit = await findDeveloper(web, request);
        if (visit === null) return toSignIn(reply, visitOf(web, request), home);
        const fields = fieldsOf(request);
        requireCsrf(visit, fields, { binding: "session", request, back: home });
        return answer(reply, { ...visit, path: home }, await form.act(visit, fields));
      });
    },
  };
}

/** The signed-in developer; null if nobody is signed in. @throws PageError 403 for everybody else */
export async function findDeveloper(web: Web, request: PortalRequest): Promise<PortalVisit | null> {
  const visit = visitOf(web, request);
  const account = (await findSignedIn(visit))?.account;
  if (account === undefined || visit.session === null) return null;
  if (!account.developer) throw new PageError(403, "developers_only");
  const csrfToken = csrfTokenFor("session", visit.session);
  return { ...visit, account, csrfToken, params: request.params, query: queryOf(request), once: null };
}

export function answer(reply: FastifyReply, visit: PortalVisit, page: PortalAnswer): FastifyReply {
  if (typeof page === "string") return seeOther(reply, page);
  if ("once" in page) return tellOnce(reply, visit, page);
  const { title, status = 200, ...rest } = page;
  return sendPage(reply, visit, {
    ...rest,
    title: `${title} · ${visit.t.portal.title}`,
    status,
    account: visit.account,
    wide: true,
    sections: portalSections(visit),
    faulty: status === 400,
    extra: { style: visit.assets.portalStyle, script: visit.assets.portalScript },
  });
}
