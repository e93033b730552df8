import { approveApp } from "../../../src/service/apps/approve-app.ts";
import { createApp } from "../../../src/service/apps/create-app.ts";
import type { AppProfile } from "../../../src/service/apps/profile.ts";
import { NO_CHANGE } from "../../../src/service/apps/settings.ts";
import { startReview } from "../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../src/service/apps/submit-app.ts";
import { updateApp } from "../../../src/service/apps/update-app.ts";
import { upsertScope } from "../../../src/service/apps/upsert-scope.ts";
import type { Call } from "../../../src/service/call.ts";
import type { AppDetails } from "../../../src/store/apps/app-details.ts";
import type { ScopeValues } from "../../../src/store/apps/scopes.ts";
import { keyCall } from "./calls.ts";
import { feedOf, type World } from "./world.ts";

/** The scopes of `profile`, and a restricted one. */
export async function addCatalogue({ deps }: World): Promise<void> {
  for (const name of ["orders.read", "orders.write", "products.read"])
    await upsertScope(deps, scopeNamed(name), keyCall());
  await upsertScope(deps, { ...scopeNamed("payouts.write"), sensitivity: "RESTRICTED" }, keyCall());
}

export function scopeNamed(name: string): ScopeValues {
  return { name, title: `May ${name}`, description: "", sensitivity: "NORMAL", retired: false };
}

export function profile(changes: Partial<AppProfile> = {}): AppProfile {
  return {
    name: "Parcel Pilot",
    purpose: "Prints labels for new orders.",
    website: null,
    supportContact: "help@parcel.example",
    redirectUris: ["https://parcel.example/callback"],
    scopes: [
      { name: "orders.read", reason: "To know what to ship.", required: true },
      { name: "products.read", reason: "To know how heavy it is.", required: false },
    ],
    launchUrl: null,
    webhookUrl: null,
    platformStart: false,
    ...changes,
  };
}

/** A draft of the developer who calls. */
export async function createDraft({ deps }: World, call: Call, changes: Partial<AppProfile> = {}): Promise<AppDetails> {
  const request = { profile: profile(changes), confidential: true, settings: NO_CHANGE, developerAccountId: null };
  return createApp(deps, request, call);
}

/** An approved app of the developer who calls. */
export async function createApproved(world: World, call: Call, changes: Partial<AppProfile> = {}): Promise<AppDetails> {
  const { app } = await createDraft(world, call, changes);
  return approve(world, app.clientId, call);
}

/** Submits an app, or its pending revision, and approves it. */
export async function approve({ deps }: Pick<World, "deps">, clientId: string, call: Call): Promise<AppDetails> {
  await submitApp(deps, { clientId }, call);
  await startReview(deps, { clientId }, keyCall());
  return approveApp(deps, anyRevision(clientId), keyCall());
}

/** The request to approve the submission in review, without restricted scopes. */
export const anyRevision = (clientId: string) => ({ clientId, revision: null, restrictedScopesAllowed: [] });

/** The reason of a decision. */
export const REASON = { reasonCode: "REDIRECT_URI", reasonText: "The callback answers 404." };

/** Changes the profile of an app. */
export const revise = ({ deps }: World, clientId: string, call: Call, changes: Partial<AppProfile>) =>
  updateApp(deps, { clientId, profile: profile(changes), settings: NO_CHANGE }, call);

/** The events of an app in the revocation feed, oldest first. */
export async function eventsOf(world: World, id: string): Promise<string[]> {
  const events = await feedOf(world);
  return events.filter(({ subjectId }) => subjectId === id).map(({ subject, kind }) => `${subject} ${kind}`);
}
