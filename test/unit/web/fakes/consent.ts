import { hash } from "node:crypto";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import {
  type ApproveRequest,
  type ConsentApp,
  type DenyRequest,
  type GetInstallPageRequest,
  type GetInteractionAppRequest,
  type GetInteractionRequest,
  InstallStart,
  type ReleaseInteractionRequest,
  type StartInstallRequest,
} from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { RequestError } from "../../../../src/service/errors.ts";
import type { Session } from "./clients.ts";
import { csrfMatches, csrfOf, type FakeApp, type FakeInteraction, refuse, type World } from "./world.ts";

export function consentFake(world: World) {
  return {
    getInteraction: ({ interactionId }: GetInteractionRequest, session: Session) => {
      const account = world.accountOf(session);
      const interaction = open(world, interactionId, account);
      const madeAt = world.sessions.get(session ?? "")?.madeAt ?? 0;
      if (interaction.loginAfter !== null && madeAt <= interaction.loginAfter) return { signInRequired: true };
      if (interaction.redirectTo !== "") return { redirectTo: interaction.redirectTo };
      const csrfToken = formTokenOf(world, interaction, session ?? "");
      return describe(world, interaction, { account, csrfToken });
    },
    getInteractionApp: ({ interactionId }: GetInteractionAppRequest) => {
      const found = world.interactions.find(({ id, over }) => id === interactionId && !over);
      if (found === undefined || !found.app.app.verified) throw refuse("not_found", "INTERACTION_NOT_FOUND");
      // The previous release returns no scopes.
      const scopes = world.previousCore ? [] : found.app.scopes.filter(({ name }) => found.requested.includes(name));
      return { app: found.app.app, scopes };
    },
    releaseInteraction: ({ interactionId }: ReleaseInteractionRequest, session: Session) => {
      if (world.previousCore) throw new ConnectError("not implemented", Code.Unimplemented);
      open(world, interactionId, world.accountOf(session)).accountId = null;
      return {};
    },
    approve: (request: ApproveRequest, session: Session) => {
      const account = world.accountOf(session);
      const interaction = open(world, request.interactionId, account);
      if (!csrfMatches(request.csrfToken, session ?? "", interaction.id)) throw refuse("permission_denied", "CSRF");
      const allowed = world.mayConsent(account, interaction.app.app);
      const merchant = allowed.find(({ merchantId }) => merchantId === request.merchantId);
      if (merchant === undefined) throw refuse("permission_denied", "MERCHANT_REFUSED");
      const shown = [merchant.merchantId, "*"].map((on) => shownOn(interaction, on));
      if (!shown.includes(request.csrfToken.split(".")[1]!)) throw refuse("failed_precondition", "CONSENT_CHANGED");
      const { requested, app } = interaction;
      const missing = app.scopes.some(({ name, required }) => required && !request.scopes.includes(name));
      const beyond = request.scopes.some((name) => !requested.includes(name));
      if (missing || beyond) throw refuse("invalid_argument", "SCOPE", "More was approved than the app requested.");
      interaction.over = true;
      world.approvals.push({ merchantId: merchant.merchantId, scopes: request.scopes });
      return { redirectTo: back(interaction, "code=c0de") };
    },
    deny: (request: DenyRequest, session: Session) => {
      const denied = world.interactions.find(({ id, denied }) => denied && id === request.interactionId);
      const interaction = denied ?? open(world, request.interactionId, world.accountOf(session));
      if (!csrfMatches(request.csrfToken, session ?? "", interaction.id)) throw refuse("permission_denied", "CSRF");
      interaction.denied = true;
      return { redirectTo: back(interaction, "error=access_denied") };
    },
    getInstallPage: ({ clientId }: GetInstallPageRequest, session: Session) => {
      if (clientId === "app_suspended") throw suspended();
      const { app, scopes, start, launchUrl } = installable(world, clientId);
      const launchOrigin = start === InstallStart.AT_APP ? "" : new URL(launchUrl).origin;
      const merchants = world.sessions.has(session ?? "") ? merchantsFor(world, world.accountOf(session), app) : [];
      return { app, scopes, start, launchOrigin, merchants };
    },
    startInstall: ({ clientId, merchantId }: StartInstallRequest, session: Session) => {
      const { app, launchUrl } = installable(world, clientId);
      const merchants = world.mayConsent(world.accountOf(session), app);
      const chosen = merchantId === "" && merchants.length === 1 ? merchants[0]?.merchantId : merchantId;
      if (!merchants.some((one) => one.merchantId === chosen)) throw refuse("permission_denied", "MERCHANT");
      return { redirectTo: `${launchUrl}?install_token=lk_it_${chosen}` };
    },
  };
}

/** As the core's, bound to what the page shows. */
export function formTokenOf(world: World, interaction: FakeInteraction, session: string, key?: string): string {
  const merchants = world.mayConsent(world.accountOf(session), interaction.app.app);
  const on = merchants.length > 1 ? "*" : (merchants[0]?.merchantId ?? "");
  return `${csrfOf(session, interaction.id, key)}.${shownOn(interaction, on)}`;
}

function shownOn({ app }: FakeInteraction, merchantId: string): string {
  const scopes = app.scopes.map(({ name, title, required }) => [name, title, required]);
  return hash("sha256", JSON.stringify([app.app.name, scopes, merchantId]), "base64url");
}

function open(world: World, id: string, { accountId }: Account): FakeInteraction {
  const interaction = world.interactions.find((one) => one.id === id);
  if (interaction === undefined || (interaction.accountId ?? accountId) !== accountId) {
    throw refuse("not_found", "INTERACTION");
  }
  if (interaction.denied) throw refuse("failed_precondition", "INTERACTION_USED");
  if (interaction.over) {
    const { clientId, name, website } = interaction.app.app;
    const metadata = {
      client_id: clientId,
      app_name: name,
      decision: "approve",
      website,
      merchant_name: "Harbour Coffee",
    };
    throw new RequestError("failed_precondition", "INTERACTION_USED", "an answer of the core", { metadata });
  }
  interaction.accountId = accountId;
  return interaction;
}

function suspended(): RequestError {
  const [app_name, developer_name, support_contact] = ["Quote Quail", "Quail Tools GmbH", "help@quail.example"];
  return new RequestError("not_found", "APP_SUSPENDED", "The app is suspended.", {
    metadata: { app_name, developer_name, support_contact },
  });
}

function describe(
  world: World,
  interaction: FakeInteraction,
  { account, csrfToken }: { account: Account; csrfToken: string },
) {
  const { app, requested, preselected, startedByInstall } = interaction;
  const merchants = merchantsFor(world, account, app.app);
  const scopes = app.scopes.filter(({ name }) => requested.includes(name));
  return {
    app: app.app,
    scopes,
    requestedScopes: requested,
    requiredScopes: scopes.filter(({ required }) => required).map(({ name }) => name),
    merchants,
    preselectedMerchantId: preselected,
    startedByInstall,
    csrfToken,
    consentForbidden: merchants.length === 0 && world.merchants.some(({ roles }) => roles.has(account.accountId)),
    redirectOrigin: originOf(app.redirectUri),
  };
}

function merchantsFor(world: World, account: Account, app: ConsentApp) {
  const { clientId } = app;
  return world.mayConsent(account, app).map(({ merchantId, name, test, grants, expired, revoked, pending, stops }) => {
    const grantedScopes = grants.get(clientId) ?? [];
    const connectionExpired = expired.has(clientId);
    const connectionRevoked = revoked.has(clientId);
    const connectionPending = pending.has(clientId);
    const connection = { connectionExpired, connectionRevoked, connectionPending };
    return { merchantId, name, test, grantedScopes, ...connection, ...stops.get(clientId) };
  });
}

function installable(world: World, clientId: string): FakeApp {
  const app = world.apps.find((one) => one.app.clientId === clientId);
  if (app === undefined || !app.app.verified) throw refuse("not_found", "APP");
  return app;
}

function back({ app, state }: FakeInteraction, answer: string): string {
  return `${app.redirectUri}?${answer}&state=${state}&iss=x`;
}

function originOf(uri: string): string {
  return /^https?:/.test(uri) ? new URL(uri).origin : `${uri.split(":", 1)[0]}:`;
}
