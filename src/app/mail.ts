import { type Brand, DEFAULT_NAME, mergeBrands, NO_BRAND } from "../brand/brand.ts";
import type { Config } from "../config/config.ts";
import { configuredBrand } from "../config/logo-file.ts";
import { createMailbox, type Mailbox } from "../demo/mailbox.ts";
import { type RenderedMail, renderMail } from "../mail/render.ts";
import { createSmtpTransport, type OutgoingMail, RejectedMailError } from "../mail/smtp.ts";
import { addMailMetrics } from "../observe/mail-metrics.ts";
import type { Metrics } from "../observe/metrics.ts";
import { PermanentJobError } from "../service/jobs/handlers.ts";
import type { Mail } from "../service/mail/mail-jobs.ts";
import type { BrandRow, BrandStore } from "../store/platform/brand-store.ts";
import type { Reloads } from "./reload.ts";

/** Whether this deployment sends mails: over SMTP, or to the page `/demo/mail`. */
export function sendsMail({ mail, demo }: Pick<Config, "mail" | "demo">): boolean {
  return mail !== null || demo !== null;
}

/** The stored mails of the demo; null outside of the demo, and if mails are sent over SMTP. */
export function openMailbox({ mail, demo, dataDir }: Pick<Config, "mail" | "demo" | "dataDir">): Mailbox | null {
  return mail === null && demo !== null ? createMailbox(dataDir) : null;
}

interface SenderParts {
  config: Config;
  metrics: Pick<Metrics, "registry">;
  reloads: Reloads;
  brands: Pick<BrandStore, "find">;
}

/** Returns a sender that renders and sends mails; null if this deployment sends no mails. If the server rejects a mail, its job ends. */
export function createMailSender({
  config,
  metrics,
  reloads,
  brands,
}: SenderParts): ((mail: Mail, signal: AbortSignal) => Promise<void>) | null {
  if (!sendsMail(config)) return null;
  const count = addMailMetrics(metrics.registry);
  let deliver = deliveryOf(config);
  reloads.add((next) => {
    deliver = deliveryOf(next);
  });
  const { publicUrl } = config;
  const fixed = configuredBrand(config.brand);
  return async ({ id, to, language, content }, signal) => {
    const { name, accent, logo, support } = mergeBrands(fixed, toBrand(await brands.find()));
    const view = { content, language, publicUrl, platform: name ?? DEFAULT_NAME, accent, logo, support };
    const rendered: RenderedMail = renderMail(view);
    try {
      await deliver({ id, to, ...rendered }, signal);
    } catch (error) {
      const isRejected = error instanceof RejectedMailError;
      count(isRejected ? "rejected" : "failed");
      throw isRejected ? new PermanentJobError(error.message) : error;
    }
    count("sent");
  };
}

function toBrand(row: BrandRow | null): Brand {
  if (row === null) return NO_BRAND;
  const { name, accent, logo: image, logoMediaType: mediaType, logoDigest: digest, support } = row;
  const logo = image && mediaType && digest ? { image, mediaType, digest } : null;
  return { name: name ?? null, accent: accent ?? null, logo, support: support ?? null };
}

function deliveryOf(config: Config): (mail: OutgoingMail, signal: AbortSignal) => Promise<void> {
  if (config.mail !== null) return createSmtpTransport(config.mail).send;
  const mailbox = openMailbox(config)!;
  return ({ id, to, subject, text }) => mailbox.add({ id, to, subject, text });
}
