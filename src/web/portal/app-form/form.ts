import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type App,
  type AppProfile,
  AppProfileSchema,
  RefreshMode,
  type Scope,
} from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { wordOf } from "../../components/enum-names.ts";
import { withStoredChoices } from "../../components/other-change.ts";
import type { Fields } from "../../http/fields.ts";
import { digestsOfApp } from "./opened.ts";

export interface FormScope {
  scope: Scope;
  /** The suffix of the scope's field names, because scope names may contain characters that ids cannot. */
  key: string;
  /** The position among the stored scopes, which the form keeps; scopes that are not stored follow. */
  position: number;
  asked: boolean;
  reason: string;
  optional: boolean;
}

/** The values of the form. */
export interface AppForm {
  /** The number of the revision that the form was filled from; 0 for a new app. */
  revision: number;
  /** The digests of the stored fields that the form was filled from. */
  opened: string;
  name: string;
  purpose: string;
  removeLogo: boolean;
  website: string;
  supportContact: string;
  privacyPolicy: string;
  /** The redirect URI of each row; empty rows are included. */
  redirectUris: string[];
  scopes: FormScope[];
  launchUrl: string;
  platformStart: boolean;
  confidential: boolean;
  refreshMode: RefreshMode;
  /** The developer's words to the reviewer, for a submission. */
  note: string;
}

export const REFRESH_MODES = [RefreshMode.ROTATE, RefreshMode.KEEP, RefreshMode.NONE] as const;

export const MAX_REDIRECT_URIS = 20;

/** The form of an existing app, or an empty one. @param catalogue all scopes, retired ones included */
export function formOf(app: App | null, catalogue: readonly Scope[]): AppForm {
  const profile = app === null ? create(AppProfileSchema) : draftOf(app);
  const {
    name,
    purpose,
    website,
    supportContact,
    privacyPolicy = "",
    redirectUris,
    launchUrl,
    platformStart,
  } = profile;
  return {
    revision: revisionOf(app),
    opened: digestsOfApp(app, profile),
    name,
    purpose,
    removeLogo: false,
    website,
    supportContact,
    privacyPolicy,
    redirectUris: withSpareRow(redirectUris),
    scopes: offeredScopes(catalogue, profile).map((scope) => {
      const stored = profile.scopes.findIndex((one) => one.name === scope.name);
      const { reason = "", optional = false } = profile.scopes[stored] ?? {};
      const position = stored === -1 ? profile.scopes.length : stored;
      return { scope, key: keyOf(scope), position, asked: stored !== -1, reason, optional };
    }),
    launchUrl,
    platformStart,
    confidential: app?.confidential ?? true,
    refreshMode: app?.refreshMode ?? RefreshMode.ROTATE,
    note: "",
  };
}

/** The profile to edit: the pending revision if there is one. */
export function draftOf({ pending, profile }: App): AppProfile {
  return pending?.profile ?? profile ?? create(AppProfileSchema);
}

/** The number of the revision to edit. */
export function revisionOf(app: App | null): number {
  return (app?.pending?.number ?? app?.revision) || 0;
}

/** The scopes that the form offers. Retired scopes are offered only to apps that have them. */
function offeredScopes(catalogue: readonly Scope[], profile: AppProfile): Scope[] {
  return catalogue.filter(({ name, retired }) => !retired || profile.scopes.some((one) => one.name === name));
}

function keyOf({ name }: Scope): string {
  return Buffer.from(name).toString("base64url");
}

export function withSpareRow(uris: readonly string[]): string[] {
  return uris.length < MAX_REDIRECT_URIS ? [...uris, ""] : [...uris];
}

/** The rows without the row at `at`. At least one row is left. */
export function withoutRow(uris: readonly string[], at: number): string[] {
  const left = uris.filter((_, row) => row !== at);
  return left.length > 0 ? left : withSpareRow(left);
}

const TEXT_FIELD =
  /^(?:stored-)?(?:revision|opened|team|name|purpose|website|support_contact|privacy_policy|redirect_uri-\d+|(?:scope|why|optional)-[\w-]+|launch_url|platform_start|confidential|refresh_mode|note)$/;

/** True for the fields of the form apart from its logo, buttons and CSRF token. */
export function isTypedInto(name: string): boolean {
  return TEXT_FIELD.test(name);
}

/** The rows after a button that adds or removes rows; null for other buttons. */
export function changedRows({ redirectUris }: AppForm, action: string | null): string[] | null {
  if (action === "more") return withSpareRow(redirectUris);
  const [, row] = /^remove-(\d{1,3})$/.exec(action ?? "") ?? [];
  return row === undefined ? null : withoutRow(redirectUris, Number(row));
}

/** The submitted form. Missing fields keep the value in `shown`. */
export function readForm(sent: Fields, shown: AppForm): AppForm {
  const fields = withStoredChoices(sent);
  const line = (name: string) => fields.one(name)?.trim() ?? "";
  const rows = Array.from({ length: MAX_REDIRECT_URIS }, (_, at) => fields.one(`redirect_uri-${at}`)?.trim() ?? null);
  return {
    revision: Number(/^\d{1,9}$/.exec(line("revision")) ?? 0),
    opened: line("opened"),
    name: line("name"),
    purpose: line("purpose"),
    removeLogo: fields.one("remove_logo") !== null,
    website: line("website"),
    supportContact: line("support_contact"),
    privacyPolicy: line("privacy_policy"),
    redirectUris: rows.filter((row) => row !== null),
    scopes: shown.scopes.map((one) => ({
      ...one,
      asked: fields.one(`scope-${one.key}`) !== null,
      reason: line(`why-${one.key}`),
      optional: fields.one(`optional-${one.key}`) !== null,
    })),
    launchUrl: line("launch_url"),
    platformStart: fields.one("platform_start") !== null,
    confidential: fields.one("confidential") === null ? shown.confidential : fields.one("confidential") === "yes",
    refreshMode:
      REFRESH_MODES.find((mode) => wordOf(RefreshMode, mode) === fields.one("refresh_mode")) ?? shown.refreshMode,
    note: line("note"),
  };
}

/** The profile for the request. Fields without an input keep the value in `kept`. */
export function toProfile(form: AppForm, kept: AppProfile | null): MessageInitShape<typeof AppProfileSchema> {
  const { name, purpose, website, supportContact, privacyPolicy, launchUrl, platformStart } = form;
  return {
    name,
    purpose,
    website,
    supportContact,
    privacyPolicy,
    launchUrl,
    platformStart,
    webhookUrl: kept?.webhookUrl ?? "",
    redirectUris: form.redirectUris.filter((uri) => uri !== ""),
    scopes: askedScopes(form).map(({ scope, reason, optional }) => ({ name: scope.name, reason, optional })),
  };
}

/** The chosen scopes in the order in which they are sent. */
export function askedScopes({ scopes }: AppForm): FormScope[] {
  return scopes.filter(({ asked }) => asked).toSorted((left, right) => left.position - right.position);
}

/** Public apps always rotate refresh tokens. */
export function refreshModeOf({ confidential, refreshMode }: AppForm): RefreshMode {
  return confidential ? refreshMode : RefreshMode.ROTATE;
}
