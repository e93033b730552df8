import type { Passkey } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { actionRow, rowFacts } from "../../components/action-row.ts";
import { badge } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import { formatDay, formatTimestamp } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import type { Messages } from "../../messages.en.ts";
import { setting } from "../setting.ts";
import { PASSKEY, REMOVE_PASSKEY, RENAME_PASSKEY } from "./paths.ts";
import { stepPath } from "./set-up.ts";
import { type FactorsView, hasSecondFactor } from "./two-step.ts";

/** The passkeys of the account, which also sign in alone. Null if the account has none and cannot add one. */
export function passkeysSetting(frame: Frame, { factors, next }: Pick<FactorsView, "factors" | "next">): Html | null {
  const { passkeys, passkeysAvailable, totpAt } = factors;
  const { security } = frame.t;
  if (!passkeysAvailable && passkeys.length === 0) return null;
  const some = passkeys.length > 0;
  return setting({
    id: "passkeys",
    title: html`${security.passkeys}${!some && totpAt === undefined && html` ${badge("label", security.recommended)}`}`,
    purpose: security.passkeysHint,
    state: some ? badge("good", security.passkeyCount(passkeys.length)) : badge("plain", security.none),
    action: passkeysAvailable && addPasskeyLink(frame.t, next, hasSecondFactor(factors) ? "secondary" : "primary"),
    content: html`${passkeysAvailable && html`<p class="notice" data-without-passkeys>${security.passkeysUnsupported}</p>`}
${some && html`<ul class="rows">${passkeys.map((passkey) => passkeyRow(frame, passkey))}</ul>`}`,
  });
}

/** The link to the form for a passkey, in browsers that have passkeys. */
function addPasskeyLink({ security }: Messages, next: string | null, tone: "primary" | "secondary"): Html {
  return html`<a class="button ${tone === "secondary" && tone}" href="${stepPath(PASSKEY, next)}" data-needs-passkeys hidden>${security.addPasskey}</a>`;
}

function passkeyRow(frame: Frame, { passkeyId, name, createdAt, lastUsedAt }: Passkey): Html {
  const { security } = frame.t;
  const used =
    lastUsedAt === undefined ? security.neverUsed : html`${security.lastUsed} ${formatTimestamp(frame, lastUsedAt)}`;
  const query = new URLSearchParams({ passkey_id: passkeyId });
  const row = actionRow({
    icon: "key",
    title: html`<span dir="auto">${name}</span>`,
    details: rowFacts([html`${security.passkeySince} ${formatDay(frame, createdAt)}`, used]),
    action: html`<a class="button secondary button-small" href="${`${RENAME_PASSKEY}?${query}`}" aria-label="${security.renamePasskey(name)}">${security.rename}</a>
<a class="button danger outline button-small" href="${`${REMOVE_PASSKEY}?${query}`}" aria-label="${security.removePasskey(name)}">${security.remove} …</a>`,
  });
  return html`<li>${row}</li>`;
}
