const MAX_LENGTH = 8192;
// Excludes empty segments (`//evil`), backslashes, percent signs and control characters. A query may contain any other printable character,
// because nothing decodes it.
const OWN_PATH = /^\/(?:[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*)?(?:\?[\x21\x22\x24-\x5b\x5d-\x7e]*)?$/;

/** The path to continue with after the sign-in, if every URL parser resolves it to this origin; else null (docs/conformance.md, R5). */
export function safeNextPath(text: string | null): string | null {
  if (text === null || text.length > MAX_LENGTH || !OWN_PATH.test(text)) return null;
  return text;
}

/** True for the pages on which a merchant connects an app: the install page and the consent page. */
export function isConnectPath(path: string | null): boolean {
  return path !== null && /^\/(?:install|interactions)\/[A-Za-z0-9_-]+(?:\?|$)/.test(path);
}

/** True for the page of a mailed link that confirms an e-mail address of the signed-in account. */
export function isVerifyPath(path: string | null): boolean {
  return path !== null && /^\/verify-email\?/.test(path);
}

/** True for the page of an invitation. */
export function isInvitationPath(path: string | null): boolean {
  return path !== null && /^\/invitations\//.test(path);
}

/** True for the pages with which a new developer account can continue: the start page, the portal and the documentation. */
export function isDeveloperPath(path: string | null): boolean {
  return path === null || /^\/(?:$|(?:portal|docs)(?:[/?]|$))/.test(path);
}

/** Why an account signs in: an app requires it, or a form came without a session. */
export type SignInCause = "again" | "form-lost";

/** The path of the sign-in page that redirects to `next` afterwards. */
export function signInPath(next: string | null, cause?: SignInCause): string {
  const query = new URLSearchParams();
  if (next !== null && next !== "/") query.set("next", next);
  if (cause === "again") query.set("prompt", "login");
  if (cause === "form-lost") query.set("lost", "form");
  return query.size === 0 ? "/sign-in" : `/sign-in?${query}`;
}

/** The path of the page that sends a link for a new password. The sign-in after it redirects to `next`. */
export function forgotPasswordPath(next: string | null): string {
  return next === null || next === "/" ? "/forgot-password" : `/forgot-password?${new URLSearchParams({ next })}`;
}

const PORTAL = "/portal";

/** The page that a new developer account continues with: the one in the portal that it came for, else the list of apps. */
export function afterSignUp(next: string | null): string {
  const path = safeNextPath(next);
  return path !== null && /^\/portal(?:[/?]|$)/.test(path) ? path : PORTAL;
}

/** The path of the sign-up page that continues with `next` afterwards. */
export function signUpPath(next: string | null): string {
  const after = afterSignUp(next);
  return after === PORTAL ? "/sign-up" : `/sign-up?${new URLSearchParams({ next: after })}`;
}

/** The path of the sign-out after which another account continues at `next`: an install page, a consent page or a link of a mail. */
export function otherAccountPath(next: string): string {
  return `/sign-out?${new URLSearchParams({ next })}`;
}

/** The page on which an account sets up or proves the second factor that its role needs, before it continues at `next`. */
export function requiredFactorPath(next: string | null): string {
  const query = new URLSearchParams({ required: "yes" });
  if (next !== null) query.set("next", next);
  return `/account/security?${query}`;
}

/** The page that asks for a new proof of identity. */
export const CONFIRM_PATH = "/account/security/confirm";

/** The path of the page that asks for a new proof of identity and redirects to `next` afterwards. */
export function confirmPath(next: string): string {
  return `${CONFIRM_PATH}?${new URLSearchParams({ next })}`;
}
