import { expect, it } from "vitest";
import { checkMail } from "../../../../src/cli/doctor/mail.ts";
import { startSmtpServer } from "../../../support/smtp-server.ts";

it("a mail server that accepts the password has no finding; a wrong password and no server are problems", async () => {
  const { server, close } = await startSmtpServer({ auth: { user: "ada", pass: "right" } });
  const url = (password: string) => `smtp://ada:${password}@127.0.0.1:${server.port}`;
  expect(await checkMail({ SMTP_URL: url("right") })).toEqual([]);
  const [wrong] = await checkMail({ SMTP_URL: url("s3cret") });
  expect(wrong).toMatchObject({ severity: "problem", problem: expect.stringMatching(/cannot be used: .*535/) });
  expect(JSON.stringify(wrong)).not.toContain("s3cret");
  await close();
  expect(await checkMail({ SMTP_URL: url("right") })).toMatchObject([
    { problem: expect.stringContaining(`127.0.0.1:${server.port} cannot be used`) },
  ]);
});

it("without SMTP_URL there is nothing to check", async () => {
  await expect(checkMail({})).rejects.toThrow("set SMTP_URL");
});
