import { PageError } from "../../errors/page-error.ts";
import { openFlash, sealFlash } from "../../router/flash-cookie.ts";
import type { PageContext } from "../../router/page-router.ts";

/** The tokens that the page issued for an app and a test merchant. */
export interface Issued {
  clientId: string;
  merchantId: string;
  accessToken: string;
  /** Empty for apps without refresh tokens. */
  refreshToken: string;
}

const PURPOSE = "/docs/try";

/**
 * The value of a hidden field with the tokens, encrypted for the session. Calls use only tokens from this field, so the page cannot be used
 * with a token of a real merchant.
 */
export function sealIssued({ session }: PageContext, issued: Issued): string {
  return sealFlash(session ?? "", PURPOSE, { ...issued });
}

/** @throws PageError 400 for a value that is forged or belongs to another session */
export function openIssued({ session }: PageContext, value: string | null): Issued {
  const opened = openFlash(session ?? "", PURPOSE, value ?? "");
  const { clientId = "", merchantId = "", accessToken = "", refreshToken = "" } = opened ?? {};
  if (clientId === "" || merchantId === "") throw new PageError(400, "form_malformed");
  return { clientId, merchantId, accessToken, refreshToken };
}
