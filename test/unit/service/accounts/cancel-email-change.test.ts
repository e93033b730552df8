import { expect, test } from "vitest";
import { cancelEmailChange } from "../../../../src/service/accounts/cancel-email-change.ts";
import { useEmailChanges } from "../../../support/world/email-changes.ts";
import { someEmail } from "../../../support/world/invitations.ts";
import { tokenIn } from "../../../support/world/mails.ts";

const { world, ada, change, waiting, sentLinks, confirm } = useEmailChanges();

test("a cancelled change waits no longer, and its link does not work", async () => {
  await change(someEmail());
  const [mail] = await sentLinks();
  await cancelEmailChange(world.deps, ada.call);
  expect(await waiting()).toBeNull();
  await expect(confirm(tokenIn(mail!))).rejects.toMatchObject({ reason: "LINK_NOT_FOUND" });
  await change(someEmail());
  await cancelEmailChange(world.deps, ada.call);
  expect(await waiting()).toBeNull();
  expect(await sentLinks()).toEqual([]);
  await expect(cancelEmailChange(world.deps, ada.call)).rejects.toMatchObject({ reason: "NO_EMAIL_CHANGE" });
});
