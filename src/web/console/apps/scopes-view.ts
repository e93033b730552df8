import type { RegisteredScope, Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { badge, sensitivityMark } from "../../components/badges.ts";
import { wordOf } from "../../components/enum-names.ts";
import { type Html, html } from "../../components/html.ts";
import { decisionBadge, scopeDecision } from "../../components/scope-decision.ts";
import type { Frame } from "../../layout/frame.ts";
import type { PageContext } from "../../router/page-router.ts";
import { type AppFacts, subjectOf } from "./facts.ts";

/** The requested scopes with the developer's reasons, most sensitive first. */
export function scopesView(context: PageContext, facts: AppFacts): Html {
  const { apps } = context.t.console;
  const { catalogue } = facts;
  const scopes = subjectOf(facts.app).profile?.scopes ?? [];
  if (scopes.length === 0) return html`<p>${apps.scopesNone}</p>`;
  const sorted = mostSensitiveFirst(scopes, catalogue);
  return html`<ul class="scopes">${sorted.map((scope) => scopeItem(context, facts, scope))}</ul>`;
}

export function mostSensitiveFirst(
  scopes: readonly RegisteredScope[],
  catalogue: AppFacts["catalogue"],
): RegisteredScope[] {
  const weight = ({ name }: RegisteredScope) => catalogue.get(name)?.sensitivity ?? 0;
  return scopes.toSorted((a, b) => weight(b) - weight(a));
}

function scopeItem(context: PageContext, facts: AppFacts, scope: RegisteredScope): Html {
  const { apps } = context.t.console;
  const entry = facts.catalogue.get(scope.name);
  return html`<li class="scope"><div class="scope-text">
<p class="scope-title">${entry?.title ?? scope.name} <code>${scope.name}</code> ${sensitivityBadge(context, entry)}
${badge("label", scope.optional ? apps.optional : apps.required)} ${entry?.retired && badge("warn", apps.retiredScope)}
${entry && decisionBadge(context, scopeDecision(facts.app, scope.name, [entry]))}</p>
${entry?.description && html`<p dir="auto">${entry.description}</p>`}
<p class="reason" dir="auto"><span>${apps.reason}</span> ${apps.quoted(scope.reason)}</p>
</div></li>`;
}

export function sensitivityBadge({ t }: Frame, entry: Scope | undefined): Html {
  const { sensitivities, apps } = t.console;
  if (entry === undefined) return badge("bad", apps.unknownScope);
  const word = wordOf(ScopeSensitivity, entry.sensitivity) as keyof typeof sensitivities;
  return sensitivityMark(entry.sensitivity, sensitivities[word] ?? word);
}
