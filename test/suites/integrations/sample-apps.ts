import { freePorts } from "../../support/start-service.ts";
import { type Platform, type RegisteredApp, SCOPES } from "../conformance/platform.ts";
import { Visitor } from "../conformance/visitor.ts";

const DEVELOPER = { email: "ada@apps.example", password: "correct horse battery staple" };
/** Each language quotes this in its own way. */
const REDIRECT_URI = "https://app.example/it's?a=$HOME&b=$(id)";

export type AppKind = "with a secret" | "without a secret" | "without refresh tokens" | "on a loopback address";

const KINDS = [
  ["with a secret", true, 1],
  ["without a secret", false, 1],
  ["without refresh tokens", true, 3],
  ["on a loopback address", false, 1],
] as const;

/** The apps in the samples of the documentation, and a browser of their developer. */
export interface SampleApps {
  apps: ReadonlyMap<AppKind, RegisteredApp>;
  developer: Visitor;
}

export async function createSampleApps(platform: Platform): Promise<SampleApps> {
  const { core } = platform.service;
  const { account } = await core.accounts.createAccount({ ...DEVELOPER, name: "Ada", developer: true });
  const apps = new Map<AppKind, RegisteredApp>();
  const [port] = await freePorts(1);
  for (const [kind, confidential, refreshMode] of KINDS) {
    const redirectUri = kind === "on a loopback address" ? `http://127.0.0.1:${port}/it's?a=$HOME` : REDIRECT_URI;
    const scopes = SCOPES.map((name) => ({ name, reason: "To do its work.", optional: false }));
    const profile = { name: `App ${kind}`, purpose: "Works.", redirectUris: [redirectUri], scopes };
    const request = { profile, confidential, refreshMode, developerAccountId: account!.accountId };
    const { app, clientSecret } = await core.apps.createApp(request);
    const { clientId } = app!;
    await core.apps.submitApp({ clientId });
    await core.apps.startReview({ clientId });
    await core.apps.approveApp({ clientId });
    apps.set(kind, { clientId, clientSecret, redirectUri });
  }
  const developer = new Visitor(platform);
  await developer.signIn(DEVELOPER);
  return { apps, developer };
}
