import type { WebhookEndpoint } from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import { copySecretField } from "../components/copy.ts";
import { buttonForm, csrfField } from "../components/form.ts";
import { type Html, html } from "../components/html.ts";
import { notice } from "../components/notice.ts";
import { pageHeader } from "../components/page-header.ts";
import { formatTimestamp } from "../components/timestamp.ts";
import type { Page, PageContext } from "../router/page-router.ts";
import { endpointPath, type Webhooks, webhookCrumbs } from "./place.ts";

const MAX_SECRETS = 2;

/** The signing secrets of an endpoint, one or two. */
export function secretsSection(context: PageContext, path: string, { secrets }: WebhookEndpoint): Html {
  const { secrets: texts } = context.t.webhooks;
  const items = secrets.map(
    ({ secretId, hint, createdAt }) => html`<li><p class="secret-head"><code>…${hint}</code>
${secrets.length > 1 && html`<a href="${`${path}/secrets/${secretId}`}" aria-label="${texts.removeOf(hint)}">${texts.remove}</a>`}</p>
<p class="muted"><small>${texts.created} ${formatTimestamp(context, createdAt)}</small></p></li>`,
  );
  return html`<section class="card" id="secrets"><h2>${texts.title}</h2><p class="muted">${texts.hint}</p>
<ul class="rows secrets">${items}</ul>
${secrets.length < MAX_SECRETS ? buttonForm(context, { action: `${path}/secrets`, label: texts.add, tone: "secondary" }) : html`<p class="muted">${texts.limit}</p>`}</section>`;
}

/** Shows a new secret, once. @param isFirst true if the endpoint is new */
export function secretPage(
  context: PageContext,
  webhooks: Webhooks,
  { endpoint, secret, isFirst }: { endpoint: WebhookEndpoint; secret: string; isFirst: boolean },
): Page {
  const { t } = context;
  const { secrets: texts } = t.webhooks;
  const title = isFirst ? texts.createdTitle : texts.addedTitle;
  const { before, link, after } = texts.verify;
  const verify = html`${before}<a href="/docs/webhooks#verify">${link}</a>${after}`;
  const steps = isFirst ? [texts.store, verify, texts.test] : texts.rotationSteps;
  const body = html`${pageHeader(context, { crumbs: webhookCrumbs(context, webhooks, endpoint), title })}
<section class="card question">${notice("warn", html`<strong>${texts.once}</strong> ${texts.onceHint}`)}
${copySecretField(t, { id: "webhook-secret", label: texts.secret, value: secret })}
<h2>${texts.next}</h2><ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>
<p class="actions"><a class="button" href="${endpointPath(webhooks, endpoint)}">${texts.toEndpoint}</a></p></section>`;
  return { title, body };
}

/** Asks for a confirmation before a secret is removed. */
export function removeSecretPage(
  context: PageContext,
  webhooks: Webhooks,
  { endpoint, secretId }: { endpoint: WebhookEndpoint; secretId: string },
): Page | null {
  const { secrets: texts } = context.t.webhooks;
  const secret = endpoint.secrets.find((one) => one.secretId === secretId);
  if (secret === undefined) return null;
  return confirmationPage(context, webhooks, endpoint, {
    title: texts.removeTitle(secret.hint),
    text: texts.removeText,
    action: `${endpointPath(webhooks, endpoint)}/secrets/${secretId}`,
    submit: texts.removeSubmit,
  });
}

interface Confirmation {
  title: string;
  text: string;
  action: string;
  submit: string;
}

/** The confirmation of an action that cannot be undone. */
export function confirmationPage(
  context: PageContext,
  webhooks: Webhooks,
  endpoint: WebhookEndpoint,
  { title, text, action, submit }: Confirmation,
): Page {
  const body = html`${pageHeader(context, { crumbs: webhookCrumbs(context, webhooks, endpoint), title })}
<section class="card question"><p>${text}</p>
<form method="post" action="${action}" data-once>${csrfField(context.csrfToken)}
<div class="buttons"><button type="submit" class="danger">${submit}</button>
<a class="button secondary" href="${endpointPath(webhooks, endpoint)}">${context.t.webhooks.form.cancel}</a></div></form></section>`;
  return { title, body };
}
