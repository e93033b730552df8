/**
 * The specified behaviour of apps, installations, families, codes and tokens, written independently of `src`. Times are seconds of a clock
 * that only `age` moves; `order` is the order of events with equal times.
 */

export const CODE_TTL = 60;
export const ACCESS_TTL = 3600;
export const REFRESH_TTL = 7_776_000;
export const WINDOW = 600;
export const PUBLIC_WINDOW = 60;
export const SCOPES = ["orders.read", "orders.write", "products.read"];

export interface AppModel {
  confidential: boolean;
  mode: "ROTATE" | "KEEP" | "NONE";
  suspended: boolean;
  archived: boolean;
  endedAt: number;
}

export interface MerchantModel {
  state: "ACTIVE" | "SUSPENDED" | "CLOSED";
  endedAt: number;
}

export interface InstallationModel {
  app: number;
  merchant: number;
  state: "PENDING" | "ACTIVE" | "UNINSTALLED";
  version: number;
  suspendedBy: Set<string>;
  granted: string[];
  endedAt: number;
}

export interface CodeModel {
  text: string;
  app: number;
  merchant: number;
  scopes: string[];
  order: number;
  expiresAt: number;
  /** Null until the code is exchanged. */
  family: FamilyModel | null;
}

export interface FamilyModel {
  app: number;
  merchant: number;
  scopes: string[];
  order: number;
  ended: boolean;
  current: RefreshModel | null;
  /** True if the current refresh token has been used in the mode KEEP or NONE. */
  accepted: boolean;
  /** True if the parent of the unused current refresh token was presented after the retry window. */
  lateParent: boolean;
}

export interface RefreshModel {
  kind: "refresh";
  text: string;
  family: FamilyModel;
  expiresAt: number;
  rotated: { at: number; asked: string[]; next: RefreshModel; access: AccessModel } | null;
}

export interface AccessModel {
  kind: "access";
  text: string;
  family: FamilyModel;
  scopes: string[];
  expiresAt: number;
  revoked: boolean;
}

export class Model {
  now = 0;
  order = 1;
  everythingEndedAt = 0;
  readonly apps: AppModel[];
  readonly merchants: MerchantModel[];
  readonly installations: InstallationModel[] = [];
  readonly codes: CodeModel[] = [];
  readonly tokens: (AccessModel | RefreshModel)[] = [];

  constructor(apps: Pick<AppModel, "confidential" | "mode">[], merchants: number) {
    this.apps = apps.map((app) => ({ ...app, suspended: false, archived: false, endedAt: 0 }));
    this.merchants = Array.from({ length: merchants }, () => ({ state: "ACTIVE", endedAt: 0 }));
  }

  next(): number {
    return ++this.order;
  }

  installation(app: number, merchant: number): InstallationModel | undefined {
    return this.installations.find((one) => one.app === app && one.merchant === merchant);
  }

  mayIssue(app: number, merchant: number): boolean {
    if (!this.works(app) || this.merchants[merchant]!.state !== "ACTIVE") return false;
    return (this.installation(app, merchant)?.suspendedBy.size ?? 0) === 0;
  }

  works(app: number): boolean {
    return !this.apps[app]!.suspended && !this.apps[app]!.archived;
  }

  /** True if a later revocation of the app, the merchant, the installation or everything ended the authorization. */
  isEnded({ app, merchant, order }: { app: number; merchant: number; order: number }): boolean {
    const ends = [this.apps[app]!.endedAt, this.merchants[merchant]!.endedAt, this.everythingEndedAt];
    return [...ends, this.installation(app, merchant)!.endedAt].some((end) => end > order);
  }

  effective(scopes: string[], { app, merchant }: { app: number; merchant: number }): string[] {
    const { granted } = this.installation(app, merchant)!;
    return scopes.filter((scope) => granted.includes(scope)).sort();
  }

  /** The expected introspection: the scopes of an active token, null for an inactive one. */
  expectedScopes(token: AccessModel | RefreshModel): string[] | null {
    const { family } = token;
    const place = this.installation(family.app, family.merchant)!;
    if (token.expiresAt <= this.now || family.ended || this.isEnded(family) || !this.works(family.app)) return null;
    if (this.merchants[family.merchant]!.state !== "ACTIVE") return null;
    if (place.state !== "ACTIVE" || place.suspendedBy.size > 0) return null;
    if (token.kind === "access" ? token.revoked : family.current !== token) return null;
    const scopes = this.effective(token.kind === "access" ? token.scopes : family.scopes, family);
    return scopes.length === 0 ? null : scopes;
  }

  /** The expected result of an exchange: `ok` or an error. A valid second use revokes the family of the first. */
  exchange(code: CodeModel, by: { app: number; redirectUri: boolean; verifier: boolean }): "ok" | string {
    if (!this.works(by.app)) return "invalid_client";
    if (code.app !== by.app || !by.redirectUri || !by.verifier) return "invalid_grant";
    if (code.family !== null) {
      code.family.ended = true;
      return "invalid_grant";
    }
    if (code.expiresAt <= this.now || this.isEnded(code)) return "invalid_grant";
    if (this.merchants[code.merchant]!.state !== "ACTIVE") return "invalid_grant";
    if (this.installation(code.app, code.merchant)!.suspendedBy.size > 0) return "invalid_grant";
    // Each merchant of the model has one account, so all families of an installation belong to it.
    for (const { app, merchant, family } of this.codes)
      if (app === code.app && merchant === code.merchant && family?.lateParent) family.ended = true;
    return "ok";
  }

  /** The expected result of a refresh. An ancestor of a used token revokes its family. */
  refresh(token: RefreshModel, by: { app: number; scopes: string[] }): "rotate" | "replay" | "keep" | string {
    const { family } = token;
    const app = this.apps[by.app]!;
    if (!this.works(by.app)) return "invalid_client";
    if (family.app !== by.app || family.ended || token.expiresAt <= this.now || this.isEnded(family))
      return "invalid_grant";
    const place = this.installation(family.app, family.merchant)!;
    if (place.state !== "ACTIVE") return "invalid_grant";
    if (this.merchants[family.merchant]!.state !== "ACTIVE" || place.suspendedBy.size > 0) return "unauthorized_client";
    if (family.current === token ? family.lateParent : !isParentOfUnused(token)) {
      family.ended = true;
      return "invalid_grant";
    }
    // While the next token is unused, a late parent does not prove reuse. The next use of that token does.
    if (family.current !== token && (family.lateParent || !this.isInWindow(token, app))) {
      family.lateParent = true;
      return "invalid_grant";
    }
    const asked = by.scopes.length === 0 ? family.scopes : by.scopes;
    if (asked.some((scope) => !family.scopes.includes(scope))) return "invalid_scope";
    if (token.rotated !== null && !isSame(token.rotated.asked, asked)) return "invalid_scope";
    if (this.effective(asked, family).length === 0) return "invalid_scope";
    if (family.current !== token) return token.rotated!.access.revoked ? "invalid_grant" : "replay";
    return app.confidential && app.mode !== "ROTATE" ? "keep" : "rotate";
  }

  private isInWindow({ rotated }: RefreshModel, { confidential }: AppModel): boolean {
    return this.now < rotated!.at + (confidential ? WINDOW : PUBLIC_WINDOW);
  }

  /** The expected result of a revocation, which a suspended app may request, too. */
  revoke(token: AccessModel | RefreshModel, app: number): "ok" | string {
    if (token.family.app !== app) return "unauthorized_client";
    if (token.kind === "refresh") token.family.ended = true;
    else token.revoked = true;
    return "ok";
  }
}

export function isSame(left: string[], right: string[]): boolean {
  return [...new Set(left)].sort().join() === [...new Set(right)].sort().join();
}

function isParentOfUnused({ rotated, family }: RefreshModel): boolean {
  return rotated !== null && rotated.next === family.current && !family.accepted;
}
