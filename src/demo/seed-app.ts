import { clone } from "@bufbuild/protobuf";
import { type App, AppProfileSchema, AppState, RefreshMode } from "../../gen/latchkey/v1/app_service_pb.ts";
import { DEMO_APP } from "./catalogue.ts";
import { type Core, orNull } from "./core.ts";
import type { DemoFile } from "./demo-file.ts";

export interface AppSeed {
  developerId: string;
  urls: DemoFile["urls"];
  /** The demo.json of an earlier start; null if there is none. */
  previous: DemoFile | null;
}

/** The demo app's URLs on the current ports. */
interface Addresses {
  redirectUri: string;
  launchUrl: string;
}

/**
 * Creates and approves the demo app if missing, updates its URLs when the port changed, and ensures a valid secret. Keeps
 * other changes, such as an edited profile or a suspension.
 */
export async function seedApp(core: Core, seed: AppSeed): Promise<DemoFile["app"]> {
  const addresses = { redirectUri: `${seed.urls.demo_app}/callback`, launchUrl: `${seed.urls.demo_app}/launch` };
  const found = await findApp(core, seed);
  const made = found === null ? await createApp(core, seed.developerId, addresses) : null;
  const { clientId } = (found ?? made?.app)!;
  const app = await makeLive(core, clientId, addresses);
  return {
    client_id: clientId,
    client_secret: made?.secret ?? (await workingSecret(core, seed.previous, app)),
    redirect_uri: addresses.redirectUri,
    scopes: (app.profile?.scopes ?? []).map((scope) => scope.name),
    install_url: `${seed.urls.http}/install/${clientId}`,
  };
}

/** The app in demo.json, or the developer's app of that name, left by an interrupted start. */
async function findApp(core: Core, { developerId, previous }: AppSeed): Promise<App | null> {
  const { apps } = core.clients;
  const isLeft = (app: App | undefined): app is App => app !== undefined && app.state !== AppState.ARCHIVED;
  const clientId = previous?.app.client_id;
  const known = clientId === undefined ? null : await orNull(apps.getApp({ clientId }, core.options));
  if (isLeft(known?.app)) return known.app;
  const request = { developerAccountId: developerId, namePrefix: DEMO_APP.name };
  const listed = await apps.listApps(request, core.options);
  return listed.apps.find((app) => app.profile?.name === DEMO_APP.name && isLeft(app)) ?? null;
}

async function createApp(core: Core, developerAccountId: string, { redirectUri, launchUrl }: Addresses) {
  const profile = {
    name: DEMO_APP.name,
    purpose: DEMO_APP.purpose,
    website: "https://parcel-pilot.example",
    supportContact: "help@parcel-pilot.example",
    privacyPolicy: "https://parcel-pilot.example/privacy",
    redirectUris: [redirectUri],
    scopes: [...DEMO_APP.scopes],
    launchUrl,
  };
  const request = { profile, confidential: true, refreshMode: RefreshMode.ROTATE, developerAccountId };
  const made = await core.clients.apps.createApp(request, core.options);
  return { app: made.app!, secret: made.clientSecret };
}

/** Submits and approves a new app, or a revision of a live app whose URLs differ. */
async function makeLive(core: Core, clientId: string, addresses: Addresses): Promise<App> {
  const { apps } = core.clients;
  const found = (await apps.getApp({ clientId }, core.options)).app!;
  const app = isNew(found) ? await review(core, found) : found;
  if (app.state !== AppState.APPROVED || isAt(app, addresses)) return app;
  if (app.pending !== undefined) await apps.discardRevision({ clientId }, core.options);
  const profile = clone(AppProfileSchema, app.profile!);
  profile.redirectUris = [addresses.redirectUri];
  profile.launchUrl = addresses.launchUrl;
  return review(core, (await apps.updateApp({ clientId, profile }, core.options)).app!);
}

function isNew({ state }: App): boolean {
  return state === AppState.DRAFT || state === AppState.SUBMITTED || state === AppState.IN_REVIEW;
}

function isAt({ profile }: App, { redirectUri, launchUrl }: Addresses): boolean {
  return profile?.redirectUris.includes(redirectUri) === true && profile.launchUrl === launchUrl;
}

async function review(core: Core, from: App): Promise<App> {
  const { apps } = core.clients;
  const { clientId } = from;
  let app = from;
  const state = () => app.pending?.state ?? app.state;
  if (state() === AppState.DRAFT) app = (await apps.submitApp({ clientId }, core.options)).app!;
  if (state() === AppState.SUBMITTED) app = (await apps.startReview({ clientId }, core.options)).app!;
  if (state() === AppState.IN_REVIEW) app = (await apps.approveApp({ clientId }, core.options)).app!;
  return app;
}

/** The client secret of an earlier start; a new one if it is unknown or retired. */
async function workingSecret(core: Core, previous: DemoFile | null, app: App): Promise<string> {
  const { clientId, secrets } = app;
  const kept = previous?.app.client_id === clientId ? previous.app.client_secret : null;
  if (kept !== null && secrets.some(({ hint }) => kept.endsWith(hint))) return kept;
  const [first, second] = secrets;
  if (first !== undefined && second !== undefined) {
    const { secretId } = secrets.find(({ endsAt }) => endsAt !== undefined) ?? first;
    await core.clients.apps.retireSecret({ clientId, secretId, immediately: true }, core.options);
  }
  return (await core.clients.apps.addSecret({ clientId }, core.options)).clientSecret;
}
