import { type Invitation, InvitationState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable, pathWith } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { confirmPage } from "../confirm.ts";
import { sectionCrumb } from "../paths.ts";
import type { InvitationList } from "./list-read.ts";
import { isOpen, offerOf, PATH, SEVERAL_FORM } from "./row-view.ts";

export const SEVERAL = `${PATH}/revoke-several`;
/** The form for the chosen invitations; null if fewer than two are open. It keeps the page of the list. */
export function severalForm({ t, csrfToken }: PageContext, list: InvitationList): Html | null {
  if (list.invitations.filter(isOpen).length < 2) return null;
  return html`<form id="${SEVERAL_FORM}" class="several" method="post" action="${SEVERAL}" data-choose-all="${t.console.invitations.several.all}">${csrfField(csrfToken)}${placeFields(list)}
<button type="submit" class="danger outline button-small">${t.console.invitations.several.submit} …</button>
<small class="muted">${t.console.invitations.several.missing}</small></form>`;
}

function placeFields({ filter, token }: InvitationList): Html {
  const filled = Object.entries({ ...filter, page: token }).filter(([, value]) => value !== "");
  return html`${filled.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

/** Asks whether to revoke the chosen invitations, each with its offer. */
export function askPage(context: PageContext, list: InvitationList, chosen: readonly Invitation[]): Page {
  const { several, cancel } = context.t.console.invitations;
  const items = chosen.map(
    (one) =>
      html`<li><input type="hidden" name="invitation" value="${one.invitationId}"><strong dir="auto">${one.email}</strong><br><small class="muted">${offerOf(context, one)}</small></li>`,
  );
  const question = {
    title: several.title(chosen.length),
    effects: [several.effect],
    action: SEVERAL,
    fields: html`${placeFields(list)}<input type="hidden" name="confirm" value="yes"><ul class="chosen">${items}</ul>`,
    submit: several.confirm(chosen.length),
    cancel,
    back: pathWith(PATH, { ...list.filter, page: list.token }),
  };
  return confirmPage(context, question, null);
}

export interface Outcome {
  email: string;
  /** The state after the attempt. */
  state: InvitationState;
}

/** The result for each chosen invitation. */
export function outcomePage(
  context: PageContext,
  filter: InvitationList["filter"],
  outcomes: readonly Outcome[],
): Page {
  const { invitations: texts } = context.t.console;
  const { several, states } = texts;
  const revoked = outcomes.filter(({ state }) => state === InvitationState.REVOKED);
  const rows = outcomes.map(({ email, state }) => [
    html`<strong dir="auto">${email}</strong>`,
    state === InvitationState.REVOKED
      ? badge("plain", states.revoked)
      : html`${badge("warn", several.kept)} <small class="muted">${state === InvitationState.ACCEPTED ? several.accepted : several.ended}</small>`,
  ]);
  const title = several.done(revoked.length);
  const columns = [texts.email, { label: texts.state, phone: "corner" as const }];
  const body = html`${pageHeader(context, { crumbs: [sectionCrumb(context, PATH)], title })}
<section class="card">${listTable({ caption: title, columns, rows, none: "" })}
<p class="buttons after"><a class="button" href="${pathWith(PATH, filter)}">${texts.created.back}</a></p></section>`;
  return { title, body };
}
