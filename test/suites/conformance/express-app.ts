import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { Passport } from "passport";
import OAuth2Strategy from "passport-oauth2";
import type { RegisteredApp } from "./platform.ts";

interface Granted {
  accessToken: string;
  refreshToken: string;
  params: Record<string, unknown>;
}

/** A typical app: Express, Passport and its OAuth 2.0 strategy. `/login` starts, `/callback` completes. */
export interface ExpressApp {
  origin: string;
  /** The result of each sign-in. */
  granted: Granted[];
  refresh(refreshToken: string): Promise<Granted>;
  close(): Promise<void>;
}

export async function openExpressApp(
  { clientId, clientSecret, redirectUri }: RegisteredApp,
  latchkey: string,
  scope: string,
): Promise<ExpressApp> {
  const granted: Granted[] = [];
  const options = {
    authorizationURL: `${latchkey}/oauth/authorize`,
    tokenURL: `${latchkey}/oauth/token`,
    clientID: clientId,
    clientSecret,
    callbackURL: redirectUri,
    scope,
    state: true,
    pkce: true,
  };
  const strategy = new OAuth2Strategy(
    options,
    (accessToken: string, refreshToken: string, params: Granted["params"], _profile: unknown, done: Done) => {
      granted.push({ accessToken, refreshToken, params });
      done(null, { merchant: params.merchant_id });
    },
  );
  const server = createServer(toExpress(strategy)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    granted,
    refresh: (refreshToken) => refreshBy(strategy, refreshToken),
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

type Done = (error: unknown, user?: { merchant: unknown }) => void;

function toExpress(strategy: OAuth2Strategy): express.Express {
  const passport = new Passport();
  passport.use("latchkey", strategy);
  const app = express();
  // The session of the only browser. The strategy stores its state and verifier in the session.
  const session = {};
  app.use((request, _response, next) => {
    Object.assign(request, { session });
    next();
  });
  const authenticate = passport.authenticate("latchkey", { session: false });
  app.get("/login", authenticate);
  app.get("/callback", authenticate, (request, response) => {
    response.send((request.user as { merchant: string }).merchant);
  });
  return app;
}

/** Refreshes by the client inside the strategy, as passport-oauth2-refresh does. */
function refreshBy(strategy: OAuth2Strategy, refreshToken: string): Promise<Granted> {
  const { _oauth2: client } = strategy as unknown as { _oauth2: OAuthClient };
  return new Promise((resolve, reject) => {
    client.getOAuthAccessToken(refreshToken, { grant_type: "refresh_token" }, (fault, access, refresh, params) => {
      if (fault) reject(new Error(fault.data));
      else resolve({ accessToken: access, refreshToken: refresh, params });
    });
  });
}

interface OAuthClient {
  getOAuthAccessToken(
    code: string,
    params: Record<string, string>,
    callback: (fault: { data: string } | null, access: string, refresh: string, params: Granted["params"]) => void,
  ): void;
}
