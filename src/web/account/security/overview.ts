import type { GetSecondFactorsResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge, type Tone } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import { type IconName, rowIcon } from "../../components/icon.ts";
import type { Frame } from "../../layout/frame.ts";
import { codesTone } from "./recovery-codes.ts";
import { hasSecondFactor } from "./two-step.ts";

export interface OverviewView {
  factors: GetSecondFactorsResponse;
  hasPassword: boolean;
  sessions: number;
}

interface Topic {
  id: string;
  icon: IconName;
  label: string;
  tone: Tone;
  state: string;
}

/** The state of each section of the page, with links to the sections. */
export function overview(frame: Frame, view: OverviewView): Html {
  const { security } = frame.t;
  const rows = topicsOf(frame, view).map(
    ({ id, icon, label, tone, state }) =>
      html`<li><a href="${`#${id}`}">${rowIcon(icon)}<span class="overview-label">${label}</span> ${badge(tone, state)}</a></li>`,
  );
  return html`<nav class="card overview" aria-label="${security.overview}"><ul>${rows}</ul></nav>`;
}

function topicsOf({ t }: Frame, { factors, hasPassword, sessions }: OverviewView): Topic[] {
  const { security, account } = t;
  const { passkeys, recoveryCodes, external } = factors;
  const on = hasSecondFactor(factors);
  const password: Topic = { id: "password", icon: "lock", label: account.password, tone: "good", state: security.set };
  const devices: Topic = {
    id: "sessions",
    icon: "monitor",
    label: security.sessions,
    tone: "plain",
    state: security.devices(sessions),
  };
  if (external) return hasPassword ? [password, devices] : [devices];
  const keys: Topic = {
    id: "passkeys",
    icon: "key",
    label: security.passkeys,
    tone: passkeys.length > 0 ? "good" : "plain",
    state: passkeys.length > 0 ? String(passkeys.length) : security.none,
  };
  const twoStep: Topic = {
    id: "two-step",
    icon: "shield",
    label: security.twoStep,
    tone: on ? "good" : "plain",
    state: on ? security.on : security.off,
  };
  const codes: Topic = {
    id: "recovery-codes",
    icon: "audit",
    label: security.codes,
    tone: codesTone(recoveryCodes),
    state: security.left(recoveryCodes),
  };
  return [...(hasPassword ? [password] : []), keys, twoStep, ...(on ? [codes] : []), devices];
}
