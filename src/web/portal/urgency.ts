import { type App, AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { replacementOf, unfinishedRotation } from "./secrets/rotation.ts";

/** The problems that a developer solves before any other step of an app, the most urgent first. */
const URGENCIES = ["suspended", "changes_requested", "rejected", "attention", "webhooks", "secret"] as const;
export type Urgency = (typeof URGENCIES)[number];

export interface Problems {
  /** The installations that need attention. */
  needsAttention: number;
  failingEndpoints: number;
}

export function urgenciesOf(app: App, { needsAttention, failingEndpoints }: Problems): Urgency[] {
  if (app.state === AppState.ARCHIVED) return [];
  const { state } = app.pending ?? app;
  const isUrgent: Readonly<Record<Urgency, boolean>> = {
    suspended: app.state === AppState.SUSPENDED,
    webhooks: failingEndpoints > 0,
    changes_requested: state === AppState.CHANGES_REQUESTED,
    rejected: state === AppState.REJECTED,
    secret: usesEndingSecret(app),
    attention: needsAttention > 0,
  };
  return URGENCIES.filter((urgency) => isUrgent[urgency]);
}

/** True if the developer's server still uses a secret that stops working, although there is a new one. */
export function usesEndingSecret(app: App): boolean {
  const rotation = unfinishedRotation(app);
  return rotation !== null && replacementOf(app, rotation.ending) !== undefined;
}
