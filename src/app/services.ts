import { DEFAULT_NAME } from "../brand/brand.ts";
import type { Config } from "../config/config.ts";
import { isLoopbackUrl } from "../config/loopback.ts";
import type { KeySet } from "../credential/derive.ts";
import { verifyAbsentAccount, verifyPassword } from "../credential/password.ts";
import { createTokenFormat, type TokenFormat } from "../credential/token.ts";
import type { CacheStats } from "../observe/cache-metrics.ts";
import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { SignInStats } from "../observe/sign-in-metrics.ts";
import { accountService } from "../rpc/services/account-service.ts";
import { appService } from "../rpc/services/app-service.ts";
import { auditService } from "../rpc/services/audit-service.ts";
import { authorizationService } from "../rpc/services/authorization-service.ts";
import { consentService } from "../rpc/services/consent-service.ts";
import { eventService } from "../rpc/services/event-service.ts";
import { installationService } from "../rpc/services/installation-service.ts";
import { platformService } from "../rpc/services/platform-service.ts";
import { reviewService } from "../rpc/services/review-service.ts";
import { tokenService } from "../rpc/services/token-service.ts";
import { webhookService } from "../rpc/services/webhook-service.ts";
import type { Implementations } from "../rpc/transports/routes.ts";
import type { AccountDependencies } from "../service/accounts/dependencies.ts";
import { createExternalProvider } from "../service/accounts/external-provider.ts";
import type { AppDependencies } from "../service/apps/dependencies.ts";
import type { ConsentDependencies } from "../service/consent/dependencies.ts";
import { createDeliveryQuota } from "../service/limits/delivery-quota.ts";
import { toLimitWindows } from "../service/limits/failure-limits.ts";
import { createLimits } from "../service/limits/limits.ts";
import { createMailQuota } from "../service/limits/mail-quota.ts";
import { createSignUpQuota } from "../service/limits/quotas.ts";
import { createHostChecks } from "../service/reviews/host-checks.ts";
import type { TokenDependencies } from "../service/tokens/dependencies.ts";
import { createIntrospectionCache } from "../service/tokens/introspection-cache.ts";
import { createScopeNames } from "../service/tokens/scope-names.ts";
import { createNameLookup } from "../service/webhooks/delivery/name-lookup.ts";
import { createAppList } from "../store/apps/app-list.ts";
import { createAppStore } from "../store/apps/apps.ts";
import { createScopeStore } from "../store/apps/scopes.ts";
import { createAuditList } from "../store/audit/audit-list.ts";
import type { Management } from "../store/connection/management.ts";
import type { Feed } from "../store/feed/feed-reader.ts";
import { createInstallationStore } from "../store/installations/installation-store.ts";
import { createOutbox } from "../store/outbox/read.ts";
import { createBrandStore } from "../store/platform/brand-store.ts";
import { createAppDays } from "../store/statistics/app-days.ts";
import type { TokenStore } from "../store/tokens/token-store.ts";
import { feedIntervalMs } from "./feed.ts";
import { sendsMail } from "./mail.ts";

/** Dependencies of the services. */
export interface Infrastructure {
  config: Config;
  log: Log;
  keys: KeySet;
  management: Management;
  tokenStore: TokenStore;
  feed: Feed;
  metrics: Pick<Metrics, "countRefreshRetry">;
}

/** The RPC implementations, and the dependencies that authenticate callers. */
export interface Services {
  implementations: Implementations;
  accounts: AccountDependencies;
  format: TokenFormat;
  cacheStats(): CacheStats;
  signInStats: SignInStats;
  /** Counts a failed call for the dashboard. */
  countError: TokenStore["counts"]["countError"];
}

/** Builds the dependencies of each service and wires its RPCs. */
export function createServices(infrastructure: Infrastructure): Services {
  const { config, log, management } = infrastructure;
  const format = createTokenFormat(config.tokenPrefix);
  const { publicUrl } = config;
  const lifetimes = { code: config.codeTtl, access: config.accessTokenTtl, refresh: config.refreshTokenTtl };
  const limits = createLimits({ management, log, windows: config.limits && toLimitWindows(config.limits) });
  const { feed } = infrastructure;
  const cache = createIntrospectionCache({
    feed,
    maxAgeMs: config.feedMaxAge * 1_000,
    maxEntries: config.introspectionCacheSize,
  });
  const tokens: TokenDependencies = {
    store: infrastructure.tokenStore,
    keys: infrastructure.keys,
    format,
    lifetimes,
    windows: { confidential: config.refreshRetryWindow, public: config.refreshRetryWindowPublic },
    issuer: publicUrl,
    log,
    feed,
    cache,
    heartbeatMs: feedIntervalMs(config),
    loadTimeoutMs: config.databaseTimeout * 1_000,
    limits,
    countRetry: infrastructure.metrics.countRefreshRetry,
  };
  const brands = createBrandStore(management);
  const platformName = async () => config.brand.name ?? (await brands.find())?.name ?? DEFAULT_NAME;
  const accounts: AccountDependencies = { ...accountInfrastructure(infrastructure), format, limits, platformName };
  const apps: AppDependencies = { ...appInfrastructure(infrastructure), format, lifetimes };
  const scopeNames = createScopeNames({ list: () => apps.scopes.list(true) });
  const installations = { installations: createInstallationStore(management), tokens };
  const consent: ConsentDependencies = { ...tokens, management, openAuthorizations: config.quotas };
  return {
    accounts,
    format,
    cacheStats: () => ({ feedAgeMs: feed.ageMs(), answers: cache.size, ...cache.counts }),
    signInStats: limits.stats,
    countError: infrastructure.tokenStore.counts.countError,
    implementations: {
      tokens: tokenService(tokens),
      consent: consentService(consent),
      apps: appService(apps),
      installations: installationService(installations),
      accounts: accountService(accounts),
      audit: auditService({ audit: createAuditList(management) }),
      events: eventService({ outbox: createOutbox(management) }),
      webhooks: webhookService({ ...webhookInfrastructure(infrastructure), apps: apps.apps }),
      platform: platformService({ brands, management }),
      reviews: reviewService({
        apps: apps.apps,
        management,
        hosts: apps.hosts,
        platformName,
      }),
      authorization: authorizationService({ tokens, scopeNames }),
    },
  };
}

function webhookInfrastructure({ config, keys, management }: Infrastructure) {
  return { ...config.webhooks, management, keys, quota: createDeliveryQuota(config.quotas !== null) };
}

function appInfrastructure({ config, management }: Infrastructure) {
  const { publicUrl, quotas } = config;
  return {
    apps: createAppStore(management),
    list: createAppList(management),
    days: createAppDays(management),
    scopes: createScopeStore(management),
    audit: createAuditList(management),
    hosts: createHostChecks({ lookUp: createNameLookup({ timeoutMs: 700 }) }),
    publicUrl,
    publicUrlIsLoopback: isLoopbackUrl(publicUrl),
    appsPerDeveloper: quotas?.appsPerDeveloper ?? null,
  };
}

function accountInfrastructure({ config, keys, log, management, tokenStore }: Infrastructure) {
  const { publicUrl, signInProvider, passwordSignIn: allowPasswords, signUp: allowSignUp, quotas } = config;
  const { auditRetention, operatorsNeedSecondFactor } = config;
  const external = signInProvider && createExternalProvider(signInProvider, publicUrl);
  return {
    management,
    signUpQuota: createSignUpQuota(management, quotas),
    lookUp: tokenStore.lookUp,
    lastUse: tokenStore.lastUse,
    log,
    publicUrl,
    keys,
    sendsMail: sendsMail(config),
    mailQuota: createMailQuota(management, config.quotas !== null),
    passwords: { verifyPassword, verifyAbsentAccount },
    allowPasswords,
    auditRetention,
    operatorsNeedSecondFactor,
    allowSignUp,
    external,
  };
}
