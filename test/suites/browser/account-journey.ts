import type { Page } from "playwright-core";
import { codeOf } from "../../support/world/second-factors.ts";
import type { Journey } from "./portal-journey.ts";

/** The account of the journey. */
export const ACCOUNT_EMAIL = "ada.nord@people.example";
const FIRST_PASSWORD = "first horse battery staple";
const PASSWORD = "correct horse battery staple";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";

/** The pages about an account: sign-in, recovery, profile, security with all factors, second step and confirmation. The page has an authenticator. */
export async function visitAccountPages({ page: ownPage, url, core, look: lookAt }: Journey): Promise<void> {
  const page = ownPage;
  // The call of a click resolves as soon as the next page begins to load.
  const look = (name: string) => page.waitForLoadState("load").then(() => lookAt(name));
  const email = ACCOUNT_EMAIL;
  await core.accounts.createAccount({ email, name: "Ada Nord", password: FIRST_PASSWORD });
  const signIn = async (next: string, page = ownPage, password = PASSWORD) => {
    await page.goto(`${url}/sign-in?next=${encodeURIComponent(next)}`);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await page.goto(`${url}/sign-in`);
  await look("account-sign-in");
  await page.goto(`${url}/forgot-password`);
  await look("account-forgot-password");
  await signIn("/account", page, FIRST_PASSWORD);
  await page.waitForURL(`${url}/account`);
  await look("account-profile");
  await changePassword(page, url);
  await signInOnPhone(page, { signIn, code: null });
  await page.goto(`${url}/account/security`);
  await look("account-security-off");
  const { secret, code } = await setUpApp(page, look);
  await addPasskey(page, look);
  await page.getByRole("link", { name: /^Rename passkey/ }).click();
  await look("account-rename-passkey");
  await page.goto(`${url}/sign-out`);
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${url}/`);
  await signInOnPhone(page, { signIn, code });
  await signIn("/account/security");
  await page.getByRole("heading", { name: "Two-step verification" }).waitFor();
  await look("account-second-step");
  await page.getByRole("link", { name: "Use a recovery code instead" }).click();
  await page.getByLabel("Recovery code").waitFor();
  await look("account-second-step-recovery");
  await page.goBack();
  await page.getByRole("textbox", { name: "Code" }).fill("wrong");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "The code is wrong" }).waitFor();
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${url}/account/security`);
  await look("account-security-on");
  await page.getByRole("button", { name: "Move to a new phone" }).click();
  await page.getByRole("button", { name: "Confirm new phone" }).waitFor();
  await look("account-app-move");
  await page.goto(`${url}/account/security/new-codes`);
  await look("account-new-codes");
  await page.goto(`${url}/account/devices`);
  await look("account-devices");
  await page.goto(`${url}/account/activity`);
  await look("account-activity");
  await page.getByRole("link", { name: "Failed sign-ins" }).click();
  await page.getByText("Correct password, wrong second step").waitFor();
  await look("account-activity-failed");
  await page.getByRole("link", { name: "Account", exact: true }).click();
  await page.waitForURL(`${url}/account/activity?group=account`);
  await look("account-activity-account");
  await page.goto(`${url}/account/security/confirm?next=%2Faccount`);
  await look("account-confirm");
  await page.goto(`${url}/account/close`);
  await look("account-close");
  const { accounts } = await core.accounts.listAccounts({ emailPrefix: email });
  const shop = { merchantId: "nord-bakery", name: "Nord Bakery", ownerAccountId: accounts[0]!.accountId };
  await core.accounts.createMerchant(shop);
  await page.goto(`${url}/account`);
  await look("account-profile-owner");
  await page.goto(`${url}/account/close`);
  await look("account-close-refused");
}

/** Gives the account its lasting password, so that the security page says when it was last changed. */
async function changePassword(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/account/security`);
  await page.getByText("Change password", { exact: true }).first().click();
  await page.getByLabel("Current password").fill(FIRST_PASSWORD);
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("status").filter({ hasText: "Your password was changed." }).waitFor();
}

type SignIn = (next: string, page: Page) => Promise<void>;

/** @param code a recovery code for the second step, if there is one */
async function signInOnPhone(page: Page, { signIn, code }: { signIn: SignIn; code: string | null }): Promise<void> {
  const context = await page.context().browser()!.newContext({ userAgent: IPHONE, locale: "en-GB" });
  const phone = await context.newPage();
  await signIn("/account", phone);
  if (code !== null) {
    await phone.getByRole("link", { name: "Use a recovery code instead" }).click();
    await phone.getByLabel("Recovery code").fill(code);
    await phone.getByRole("button", { name: "Sign in", exact: true }).click();
  }
  await phone.getByRole("heading", { name: "Profile" }).waitFor();
  await context.close();
}

/** Returns the secret of the authenticator app, whose current code is used up, and a recovery code. */
async function setUpApp(page: Page, look: Journey["look"]): Promise<{ secret: string; code: string }> {
  await page.getByRole("button", { name: "Set up authenticator app" }).click();
  const secret = (await page.locator("code.secret").textContent())!.replaceAll(/\s/g, "");
  await look("account-app");
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  const code = (await page.locator("#codes code").first().textContent())!;
  await look("account-recovery-codes");
  await page.getByRole("checkbox", { name: "I have stored these codes" }).check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { name: "Security", exact: true }).waitFor();
  await page.getByRole("status").filter({ hasText: "Two-step verification is on." }).waitFor();
  return { secret, code };
}

async function addPasskey(page: Page, look: Journey["look"]): Promise<void> {
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await look("account-passkey");
  await page.getByLabel("Name").fill("Work laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("status").filter({ hasText: "The passkey was added." }).waitFor();
}
