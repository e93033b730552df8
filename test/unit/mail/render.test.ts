import { describe, expect, test } from "vitest";
import { type MailView, renderMail } from "../../../src/mail/render.ts";
import { REVIEW_REASONS } from "../../../src/mail/review-reasons.ts";
import { en } from "../../../src/mail/texts.en.ts";
import { MAIL_LANGUAGES, type MailContent } from "../../../src/model/mail.ts";
import { de as dePages } from "../../../src/web/components/messages.de.ts";
import { en as enPages } from "../../../src/web/components/messages.en.ts";

const URL = "https://auth.example.com/x/a?b=c&d=e";
const CONTENTS: MailContent[] = [
  { kind: "invitation", url: URL, merchantName: "Bäckerei", days: 7 },
  { kind: "invitation", url: URL, merchantName: null, days: 7 },
  { kind: "verify_email", url: URL, hours: 24 },
  { kind: "change_email", url: URL, hours: 24 },
  { kind: "email_changed", newEmail: "new@example.com" },
  { kind: "password_reset", url: URL, minutes: 30 },
  { kind: "password_changed", url: URL },
  { kind: "second_factor_changed", change: "passkey_added", passkey: "Laptop", url: URL },
  { kind: "second_factor_changed", change: "passkey_removed", passkey: "Laptop", url: URL },
  { kind: "second_factor_changed", change: "authenticator_added", passkey: null, url: URL },
  { kind: "second_factor_changed", change: "authenticator_removed", passkey: null, url: URL },
  { kind: "second_factor_changed", change: "authenticator_replaced", passkey: null, url: URL },
  { kind: "second_factor_changed", change: "recovery_codes_replaced", passkey: null, url: URL },
  { kind: "second_factor_changed", change: "reset", passkey: null, url: URL },
  { kind: "account_closed" },
  { kind: "member_removed", merchantName: "Harbour Coffee" },
  { kind: "new_sign_in", url: URL, device: "Firefox", address: "192.0.2.1", at: "2026-01-02 03:04" },
  { kind: "app_approved", url: URL, appName: "Stock", reason: null },
  { kind: "app_approved", url: URL, appName: "Stock", reason: null, refusedScopes: ["payouts:read"] },
  { kind: "app_changes_requested", url: URL, appName: "Stock", reason: "One.\nTwo." },
  { kind: "app_rejected", url: URL, appName: "Stock", reason: "No." },
  { kind: "app_suspended", url: URL, appName: "Stock", reason: "Tokens leak." },
  { kind: "app_resumed", url: URL, appName: "Stock", reason: null },
  { kind: "reuse_detected", url: URL, appName: "Stock" },
  { kind: "secret_expiring", url: URL, appName: "Stock" },
  { kind: "webhook_disabled", url: URL, appName: "Stock" },
];
const brand = { platform: "Example", accent: null, logo: null, support: null };
const view: Omit<MailView, "content"> = { language: "en", publicUrl: "https://auth.example.com", ...brand };

test("the list of contents has every kind", () => {
  expect(new Set(CONTENTS.map(({ kind }) => kind))).toEqual(new Set(Object.keys(en)));
});

describe.each(MAIL_LANGUAGES)("in %s", (language) => {
  test.each(CONTENTS)(
    "$kind has a subject, the same words as text and as HTML, and its link once in the text",
    (content) => {
      const { subject, text, html } = renderMail({ ...view, language, content });
      expect(subject).toMatch(/^\S.{5,90}$/);
      expect(html).toContain(`<html lang="${language}">`);
      if ("url" in content) {
        expect(text.split(content.url)).toHaveLength(2);
        expect(html).toContain('href="https://auth.example.com/x/a?b=c&amp;d=e"');
      }
      expect(text).toContain("https://auth.example.com\n");
      const words = (markup: string) => markup.replace(/<style.*?<\/style>|<[^>]+>/gs, " ").replaceAll(/\s+/g, " ");
      const plain = words(html).replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&gt;", ">");
      for (const line of text.split(/\n+/).filter((one) => /^[^>-]/.test(one)))
        expect(plain).toContain(line.replace(/:$/, ""));
    },
  );
});

test("the languages differ in every text", () => {
  for (const content of CONTENTS) {
    const [first, second] = MAIL_LANGUAGES.map((language) => renderMail({ ...view, language, content }));
    expect(second!.subject).not.toBe(first!.subject);
    expect(second!.text).not.toBe(first!.text);
  }
});

test.each([
  {
    language: "en",
    kind: "app_changes_requested",
    reasonCode: "REDIRECT_URI",
    stands: "again.\n\nReason: Redirect URIs\n\n> Why.",
  },
  {
    language: "de",
    kind: "app_changes_requested",
    reasonCode: "REDIRECT_URI",
    stands: "ein.\n\nGrund: Redirect-URIs\n\n> Why.",
  },
  {
    language: "en",
    kind: "app_rejected",
    reasonCode: "POLICY",
    stands: "Reason: Violates the platform’s rules\n\n> Why.",
  },
  { language: "en", kind: "app_rejected", reasonCode: "ELSEWHERE", stands: "review.\n\n> Why." },
  { language: "en", kind: "app_rejected", reasonCode: null, stands: "review.\n\n> Why." },
] as const)("$kind has the reason $reasonCode before the explanation, in $language", (one) => {
  const { language, kind, reasonCode, stands } = one;
  const content = { kind, url: URL, appName: "Stock", reason: "Why.", reasonCode };
  expect(renderMail({ ...view, language, content }).text).toContain(stands);
});

test("the reasons have the names of the pages", () => {
  expect(REVIEW_REASONS).toEqual({ en: enPages.reasons.review, de: dePages.reasons.review });
});

test("text of others adds no markup and no line", () => {
  const appName = 'A<img src=x onerror="x">\r\nBcc: eve@example.com\u2028B';
  const reason = "<script>x</script>\nsecond";
  const content = { kind: "app_rejected", url: URL, appName, reason } as const;
  const { subject, text, html } = renderMail({ ...view, content });
  expect(subject).toBe('A<img src=x onerror="x"> Bcc: eve@example.com B is rejected');
  expect(html).not.toMatch(/<img|<script/);
  expect(html).toContain("&lt;script&gt;x&lt;/script&gt;<br>second");
  expect(text).toContain("> <script>x</script>\n> second\n");
});

test("the platform's accent colours the button, and its logo is an image of the mail unless it is WebP", () => {
  const content = { kind: "secret_expiring", url: URL, appName: "Stock" } as const;
  const logo = { image: Buffer.from("image"), mediaType: "image/png", digest: "digest" };
  const branded = renderMail({ ...view, content, accent: "#7c2d12", logo });
  expect(branded.html).toContain("background:#7c2d12");
  expect(branded.html).toContain('<img src="cid:logo" alt=""');
  expect(branded.logo).toBe(logo);
  const webp = renderMail({ ...view, content, logo: { ...logo, mediaType: "image/webp" } });
  expect(webp.html).not.toContain("<img");
  expect(webp.logo).toBeNull();
});

test("facts stand below the first paragraph, with the time as the pages write it", () => {
  const sign = { kind: "new_sign_in", url: URL, device: "", address: "192.0.2.0/24", at: "2026-01-02 03:04" } as const;
  const { text, html } = renderMail({ ...view, content: sign });
  expect(text).toContain("network.\n\nIP address: 192.0.2.x\nTime: 2 Jan 2026, 03:04 UTC\n\nIf this was you");
  expect(text).not.toContain("Device:");
  expect(text).toContain(`Check your security:\n${URL}`);
  const other = { ...sign, device: "Safari, iPhone", address: "2001:db8:1::/48" };
  expect(renderMail({ ...view, content: other }).text).toContain("Device: Safari on iPhone\nIP address: 2001:db8:1:…");
  expect(renderMail({ ...view, language: "de", content: other }).text).toContain("Gerät: Safari auf iPhone");
  expect(html.indexOf("2 Jan 2026")).toBeLessThan(html.indexOf("If this was you"));
});

test("without images and style elements, a mail names its platform and has its own colours", () => {
  const { html } = renderMail({ ...view, content: { kind: "password_changed", url: URL } });
  const bare = html.replace(/<style.*?<\/style>|<title>.*?<\/title>|<img[^>]*>/gs, "");
  expect(bare).toMatch(/color:#1b2330">Example<\/span>/);
  expect(bare).toContain('bgcolor="#0f766e"');
});

test("the support contact is in the signature, and beside the advice after a changed address", () => {
  const content = { kind: "email_changed", newEmail: "new@example.com" } as const;
  const { text, html } = renderMail({ ...view, content, support: "help@example.com" });
  expect(text).toContain("Help: help@example.com\n\nIf you did not change it");
  expect(text.endsWith("-- \nExample · https://auth.example.com\nHelp: help@example.com\n")).toBe(true);
  expect(html).toContain('<a class="muted" href="mailto:help@example.com"');
  expect(renderMail({ ...view, content }).text).not.toContain("Help:");
});
