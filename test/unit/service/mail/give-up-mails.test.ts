import { randomUUID } from "node:crypto";
import pino from "pino";
import { expect, test } from "vitest";
import { giveUpMails } from "../../../../src/service/mail/give-up-mails.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
const log = pino({ level: "silent" });

/** A queued mail of this age. @param due whether no worker has it, and no later attempt is planned */
const queue = async (kind: string, age: string, due = true) => {
  const key = randomUUID();
  await world.rows(
    `insert into job (kind, key, payload, created_at, run_at)
     values ($1, $2, '{}', now() - $3::interval, now() + case when $4 then interval '-1 s' else interval '1 h' end)`,
    [kind, key, age, due],
  );
  return async () => (await world.rows("select state, last_error as error from job where key = $1", [key]))[0];
};

test("without SMTP_URL, mails end when their time has passed; younger ones and those of other processes stay", async () => {
  const pending = { state: "PENDING", error: null };
  const given = { state: "FAILED", error: expect.stringContaining("SMTP_URL is not set") };
  const jobs = [
    { is: await queue("invitation_mail", "25 hours"), expected: given },
    { is: await queue("mail", "25 hours"), expected: given },
    { is: await queue("account_link", "2 hours"), expected: given },
    { is: await queue("invitation_mail", "23 hours"), expected: pending },
    { is: await queue("account_link", "30 minutes"), expected: pending },
    { is: await queue("mail", "25 hours", false), expected: pending },
    { is: await queue("note", "25 hours"), expected: pending },
  ];
  await giveUpMails({ management: world.management, log });
  for (const { is, expected } of jobs) expect(await is()).toEqual(expected);
});
