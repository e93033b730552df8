import type { AppProfile } from "../../../../src/service/apps/profile.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import type { Call } from "../../../../src/service/call.ts";
import type { ReviewDependencies } from "../../../../src/service/reviews/dependencies.ts";
import type { HostState } from "../../../../src/service/reviews/host-checks.ts";
import { createDraft } from "../../../support/world/apps.ts";
import { keyCall } from "../../../support/world/calls.ts";
import type { World } from "../../../support/world/world.ts";

/** The dependencies of the RPCs with hosts of a fixed state; others are public. */
export function reviewDependencies(world: World, states: Readonly<Record<string, HostState>> = {}): ReviewDependencies {
  const check = async (hosts: readonly string[]) =>
    new Map(hosts.map((host): [string, HostState] => [host, states[host] ?? "public"]));
  const { apps, management } = world.deps;
  return { apps, management, hosts: { check }, platformName: async () => "Harbour" };
}

/** A submitted app of the developer who calls. */
export async function submitted(world: World, developer: Call, changes: Partial<AppProfile> = {}): Promise<string> {
  const { clientId } = (await createDraft(world, developer, changes)).app;
  await submitApp(world.deps, { clientId }, developer);
  return clientId;
}

/** An app in review, claimed by the operator of `call`; by a service key without a claim. */
export async function inReview(world: World, developer: Call, call: Call = keyCall()): Promise<string> {
  const clientId = await submitted(world, developer);
  await startReview(world.deps, { clientId }, call);
  return clientId;
}
