import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createMailSender, openMailbox, sendsMail } from "../../../src/app/mail.ts";
import { createReloads } from "../../../src/app/reload.ts";
import type { Config } from "../../../src/config/config.ts";
import { parseConfig } from "../../../src/config/load-config.ts";
import { createInvitation } from "../../../src/service/accounts/create-invitation.ts";
import { type JobWorker, startJobWorker } from "../../../src/service/jobs/worker.ts";
import { mailJobs } from "../../../src/service/mail/mail-jobs.ts";
import { createBrandStore } from "../../../src/store/platform/brand-store.ts";
import { startSmtpServer, type TestSmtpServer } from "../../support/smtp-server.ts";
import { platform } from "../../support/world/calls.ts";
import { useWorld } from "../../support/world/fixtures.ts";
import { acceptAsGuest, offerOf, tokenOf } from "../../support/world/invitations.ts";
import { createKeys, toKeySet } from "../../support/world/tokens.ts";

const world = useWorld();
const brands = { find: async () => null };
const log = pino({ level: "silent" });
const workers: JobWorker[] = [];
let smtp: TestSmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await world.sql.query("delete from job");
  smtp.refuseWith(null);
  smtp.mails.length = 0;
});
afterAll(() => smtp.close());

function configOf(settings: Record<string, string>): Config {
  const parsed = parseConfig(settings, () => []);
  if (parsed.kind === "invalid") throw new Error(parsed.errors.join("\n"));
  return parsed.config;
}

const smtpConfig = () =>
  configOf({
    SMTP_URL: `smtp://127.0.0.1:${smtp.server.port}`,
    MAIL_FROM: "Example <no-reply@example.com>",
    PUBLIC_URL: "http://localhost:8080",
  });

/** Sends queued mails over SMTP; returns the metrics. */
function start(keys = world.deps.keys): Registry {
  const registry = new Registry();
  const reloads = createReloads();
  const config = smtpConfig();
  const send = createMailSender({
    config,
    metrics: { registry },
    reloads,
    brands: createBrandStore(world.management),
  })!;
  const handlers = mailJobs({ keys, publicUrl: config.publicUrl, send });
  const fast = { everyMs: 10, backoff: { firstMs: 10, longestMs: 10 } };
  workers.push(startJobWorker({ management: world.management, log, handlers, ...fast }));
  return registry;
}

const invite = (email: string) => createInvitation(world.deps, offerOf(email), { ...platform, language: "de" });
const jobs = () => world.rows<{ state: string; payload: object }>("select state, payload from job");
const arrived = (count: number) => vi.waitFor(() => expect(smtp.mails).toHaveLength(count), 20_000);

describe("an invitation", () => {
  test("arrives with the link that the operator gets, which works once; the database never has it", async () => {
    const logo = { image: Buffer.from("the logo"), mediaType: "image/png", digest: "digest" };
    await createBrandStore(world.management).update({ name: "Marktplatz", accent: "#7c2d12", logo }, () => {});
    const { url, mailed } = await invite("guest-smtp@example.com");
    const token = tokenOf({ url });
    expect(mailed).toBe(true);
    expect(JSON.stringify(await jobs())).not.toContain(token);
    const registry = start();
    await arrived(1);
    const { to, parsed } = smtp.mails[0]!;
    expect(to).toEqual(["guest-smtp@example.com"]);
    expect(parsed.subject).toBe("Ihre Einladung zu Marktplatz");
    expect(parsed.text).toContain(`http://localhost:8080/invitations/${token}`);
    expect(parsed.html).toContain("background:#7c2d12");
    const [image] = parsed.attachments;
    expect([image?.cid, image?.contentType, image?.content.toString()]).toEqual(["logo", "image/png", "the logo"]);
    expect((await acceptAsGuest(world, token)).account.email).toBe("guest-smtp@example.com");
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), 20_000);
    expect(await registry.metrics()).toContain('latchkey_mails_total{result="sent"} 1');
  });

  test("arrives after TOKEN_KEY was rotated, and not without the key that made it", async () => {
    const { url } = await invite("rotated@example.com");
    start(toKeySet(...createKeys(), ...world.keys));
    await arrived(1);
    expect(smtp.mails[0]!.parsed.text).toContain(tokenOf({ url }));
    for (const worker of workers.splice(0)) await worker.stop();
    await invite("lost@example.com");
    start(toKeySet(...createKeys()));
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: "FAILED" }]), 20_000);
    expect(smtp.mails).toHaveLength(1);
  });

  test("is sent again after an outage, and given up if the mailbox does not exist", async () => {
    smtp.refuseWith(451);
    await invite("busy@example.com");
    const registry = start();
    await vi.waitFor(async () => {
      expect(await registry.metrics()).toMatch(/latchkey_mails_total{result="failed"} [1-9]/);
    }, 20_000);
    smtp.refuseWith(null);
    await arrived(1);
    smtp.refuseWith(550);
    await invite("absent@example.com");
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: "FAILED" }]), 20_000);
    expect(await registry.metrics()).toContain('latchkey_mails_total{result="rejected"} 1');
  });

  test("is not mailed if the transaction fails, or if no mails are sent", async () => {
    const bare = { ...world.deps, sendsMail: false };
    expect((await createInvitation(bare, offerOf("bare@example.com"), platform)).mailed).toBe(false);
    expect(await jobs()).toEqual([]);
  });
});

describe("the demo", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "latchkey-mails-"));
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  test("keeps mails in a file that only its owner can read, newest first, also from several processes", async () => {
    const config = configOf({ DATA_DIR: dataDir });
    const senders = [1, 2].map(
      () => createMailSender({ config, metrics: { registry: new Registry() }, reloads: createReloads(), brands })!,
    );
    const { signal } = new AbortController();
    const content = { kind: "email_changed", newEmail: "new@example.com" } as const;
    for (let n = 1; n <= 5; n++)
      await senders[n % 2]!({ id: `mail-${n}`, to: `to-${n}@example.com`, language: "en", content }, signal);
    const mails = await openMailbox(config)!.list();
    expect(mails.map(({ to }) => to)).toEqual([5, 4, 3, 2, 1].map((n) => `to-${n}@example.com`));
    expect(mails[0]).toMatchObject({ subject: "The e-mail address of your Latchkey account was changed" });
    expect((await stat(join(dataDir, "demo-mails.jsonl"))).mode & 0o777).toBe(0o600);
    for (let n = 6; n <= 500; n++) await openMailbox(config)!.add({ id: `mail-${n}`, to: "x", subject: "", text: "" });
    expect((await openMailbox(config)!.list()).length).toBe(200);
  });

  test("sends over SMTP if it is set; a deployment without SMTP_URL sends nothing", () => {
    expect(openMailbox(smtpConfig())).toBeNull();
    const external = configOf({
      DATABASE_URL: "postgres://latchkey@localhost/latchkey",
      TOKEN_KEY: createKeys()[0]!,
      PUBLIC_URL: "http://localhost:8080",
    });
    expect(sendsMail(external)).toBe(false);
    expect(openMailbox(external)).toBeNull();
    const parts = { config: external, metrics: { registry: new Registry() }, reloads: createReloads(), brands };
    expect(createMailSender(parts)).toBeNull();
  });
});
