import type { App, RegisteredScope, Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { badge, sensitivityMark } from "../../components/badges.ts";
import { wordOf } from "../../components/enum-names.ts";
import { type Html, html } from "../../components/html.ts";
import { decisionBadge, scopeDecision } from "../../components/scope-decision.ts";
import type { Frame } from "../../layout/frame.ts";
import { type AppFacts, subjectOf } from "./facts.ts";

/** The requested scopes with the developer's reasons, most sensitive first. */
export function scopesView(frame: Frame, { app, catalogue }: AppFacts): Html {
  const { apps } = frame.t.console;
  const scopes = subjectOf(app).profile?.scopes ?? [];
  if (scopes.length === 0) return html`<p>${apps.scopesNone}</p>`;
  const weight = ({ name }: RegisteredScope) => catalogue.get(name)?.sensitivity ?? 0;
  const sorted = scopes.toSorted((a, b) => weight(b) - weight(a));
  return html`<ul class="scopes">${sorted.map((scope) => scopeItem(frame, scope, { app, entry: catalogue.get(scope.name) }))}</ul>`;
}

interface Entry {
  app: App;
  /** The scope's entry in the catalogue; undefined if there is none. */
  entry: Scope | undefined;
}

function scopeItem(frame: Frame, scope: RegisteredScope, { app, entry }: Entry): Html {
  const { apps } = frame.t.console;
  return html`<li class="scope"><div class="scope-text">
<p class="scope-title">${entry?.title ?? scope.name} <code>${scope.name}</code> ${sensitivityBadge(frame, entry)}
${badge("label", scope.optional ? apps.optional : apps.required)} ${entry?.retired && badge("warn", apps.retiredScope)}
${entry && decisionBadge(frame, scopeDecision(app, scope.name, [entry]))}</p>
${entry?.description && html`<p dir="auto">${entry.description}</p>`}
<p class="reason" dir="auto"><span>${apps.reason}</span> ${apps.quoted(scope.reason)}</p>
</div></li>`;
}

function sensitivityBadge({ t }: Frame, entry: Scope | undefined): Html {
  const { sensitivities, apps } = t.console;
  if (entry === undefined) return badge("bad", apps.unknownScope);
  const word = wordOf(ScopeSensitivity, entry.sensitivity) as keyof typeof sensitivities;
  return sensitivityMark(entry.sensitivity, sensitivities[word] ?? word);
}
