import { changeEmail } from "../../../src/service/accounts/change-email.ts";
import { confirmEmail } from "../../../src/service/accounts/confirm-email.ts";
import { getEmailChange } from "../../../src/service/accounts/get-email-change.ts";
import { addAccount, PASSWORD } from "./accounts.ts";
import { perTest, useWorld } from "./fixtures.ts";
import { deliver } from "./mails.ts";

/** A world with a new account for each test, and the steps of a change of its e-mail address. */
export function useEmailChanges() {
  const world = useWorld();
  const ada = perTest(() => addAccount(world));
  return {
    world,
    ada,
    change: (newEmail: string) => changeEmail(world.deps, { newEmail, currentPassword: PASSWORD }, ada.call),
    waiting: () => getEmailChange(world.deps, ada.call),
    sentLinks: async () => (await deliver(world)).filter(({ content }) => content.kind === "change_email"),
    confirm: (token: string) => confirmEmail(world.deps, { token }, ada.call),
  };
}
