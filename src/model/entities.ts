import { AccessToken } from "./access-token.ts";
import { Account, ExternalIdentity, ExternalSignIn } from "./account.ts";
import { AccountLink, MailPosition } from "./account-link.ts";
import { App } from "./app.ts";
import { AppDay, AppDayPosition, PlatformCount } from "./app-day.ts";
import { AppHistory } from "./app-history.ts";
import { AppInstallationCount, AppInstallationCountPosition } from "./app-installation-count.ts";
import { AppLogo } from "./app-logo.ts";
import { AppRevision } from "./app-revision.ts";
import { AppSecret } from "./app-secret.ts";
import { AuditEvent } from "./audit-event.ts";
import { AuthorizationCode } from "./authorization-code.ts";
import { StoredBrand } from "./brand.ts";
import { FailureWindow } from "./failure-window.ts";
import { InstallToken } from "./install-token.ts";
import { Installation } from "./installation.ts";
import { Interaction } from "./interaction.ts";
import { Invitation } from "./invitation.ts";
import { Job } from "./job.ts";
import { ClosedMembership, Membership, Merchant } from "./merchant.ts";
import { NotBeforeMark } from "./not-before-mark.ts";
import { EventHead, OutboxEvent } from "./outbox-event.ts";
import { RefreshToken, SaltSweep } from "./refresh-token.ts";
import { RetentionLease, RetentionPlace } from "./retention.ts";
import { DecisionTemplate, ReviewClaim } from "./review.ts";
import { FeedHead, RevocationEvent } from "./revocation-event.ts";
import { Scope } from "./scope.ts";
import { Passkey, PendingSignIn, RecoveryCode, TotpFactor, UsedChallenge } from "./second-factor.ts";
import { ServiceKey } from "./service-key.ts";
import { ServiceHeartbeat, ServiceOutage } from "./service-outage.ts";
import { Session } from "./session.ts";
import { TeamMember } from "./team.ts";
import { TokenFamily } from "./token-family.ts";
import {
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookHead,
  WebhookLane,
  WebhookSecret,
} from "./webhook.ts";

/** All entities of the schema. An entity that is missing here gets no table. */
export const ENTITIES = [
  Account,
  ExternalIdentity,
  ExternalSignIn,
  TeamMember,
  AccountLink,
  Session,
  TotpFactor,
  Passkey,
  RecoveryCode,
  PendingSignIn,
  UsedChallenge,
  Merchant,
  Membership,
  ClosedMembership,
  Invitation,
  App,
  AppRevision,
  AppHistory,
  AppLogo,
  AppSecret,
  ReviewClaim,
  DecisionTemplate,
  Scope,
  ServiceKey,
  InstallToken,
  Interaction,
  Installation,
  AuthorizationCode,
  TokenFamily,
  RefreshToken,
  SaltSweep,
  AccessToken,
  NotBeforeMark,
  RevocationEvent,
  FeedHead,
  OutboxEvent,
  EventHead,
  AppDay,
  AppDayPosition,
  AppInstallationCount,
  AppInstallationCountPosition,
  PlatformCount,
  MailPosition,
  AuditEvent,
  Job,
  WebhookEndpoint,
  WebhookSecret,
  WebhookLane,
  WebhookDelivery,
  WebhookAttempt,
  WebhookHead,
  StoredBrand,
  FailureWindow,
  RetentionLease,
  RetentionPlace,
  ServiceHeartbeat,
  ServiceOutage,
];
