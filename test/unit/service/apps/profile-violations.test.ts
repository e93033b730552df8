import { describe, expect, test } from "vitest";
import type { AppProfile } from "../../../../src/service/apps/profile.ts";
import { findProfileViolations, type ProfileFacts } from "../../../../src/service/apps/profile-violations.ts";
import { profile } from "../../../support/world/apps.ts";

const facts: ProfileFacts = {
  confidential: true,
  publicUrlIsLoopback: false,
  catalogue: [
    { name: "orders.read", retiredAt: null },
    { name: "products.read", retiredAt: null },
    { name: "old.scope", retiredAt: new Date(0) },
  ],
  kept: new Set(),
  complete: true,
};
const fieldsOf = (changes: Partial<AppProfile>, given: Partial<ProfileFacts> = {}) =>
  findProfileViolations(profile(changes), { ...facts, ...given }).map(({ field }) => field);
const scope = (name: string, reason = "Needed.") => ({ name, reason, required: true });

describe("findProfileViolations", () => {
  test("accepts a complete profile", () => {
    expect(fieldsOf({})).toEqual([]);
  });

  test("accepts joiners and variation selectors", () => {
    for (const name of [
      "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
      "\u{1f468}\u200d\u{1f373} \u2615\ufe0f",
      "\u845b\u{e0100}",
    ]) {
      expect(fieldsOf({ name })).toEqual([]);
    }
  });

  test("accepts a code parameter in every URL except redirect URIs", () => {
    const url = "https://parcel.example/?code=1";
    expect(
      fieldsOf({ website: url, launchUrl: url, supportContact: url, privacyPolicy: url, webhookUrl: url }),
    ).toEqual([]);
    expect(fieldsOf({ redirectUris: [url] })).toEqual(["profile.redirect_uris[0]"]);
  });

  test.each<{ name: string; changes: Partial<AppProfile>; field: string }>([
    { name: "without a name", changes: { name: "" }, field: "profile.name" },
    { name: "with a name of 61 characters", changes: { name: "x".repeat(61) }, field: "profile.name" },
    { name: "with a line break in the name", changes: { name: "a\nb" }, field: "profile.name" },
    { name: "with a bidirectional override in the name", changes: { name: "\u202eknaB" }, field: "profile.name" },
    { name: "with an invisible name", changes: { name: "\u3164" }, field: "profile.name" },
    { name: "with a soft hyphen in the name", changes: { name: "Ba\u00adnk" }, field: "profile.name" },
    { name: "with hidden letters in the purpose", changes: { purpose: "Pay\u{e0041}s" }, field: "profile.purpose" },
    { name: "with spaces around the name", changes: { name: " Bank" }, field: "profile.name" },
    { name: "with a lone surrogate in the name", changes: { name: "a\ud800" }, field: "profile.name" },
    { name: "without a purpose", changes: { purpose: "" }, field: "profile.purpose" },
    { name: "with a purpose of 1,001 characters", changes: { purpose: "x".repeat(1001) }, field: "profile.purpose" },
    { name: "with a website over http", changes: { website: "http://parcel.example" }, field: "profile.website" },
    { name: "with script as a website", changes: { website: "javascript:alert(1)" }, field: "profile.website" },
    { name: "with a user name in the website", changes: { website: "https://a@b.example/" }, field: "profile.website" },
    {
      name: "with a phone number as contact",
      changes: { supportContact: "+49 30 1234" },
      field: "profile.support_contact",
    },
    {
      name: "with a privacy policy over http",
      changes: { privacyPolicy: "http://parcel.example/privacy" },
      field: "profile.privacy_policy",
    },
    {
      name: "with an e-mail address as privacy policy",
      changes: { privacyPolicy: "privacy@parcel.example" },
      field: "profile.privacy_policy",
    },
    { name: "with a loopback launch URL", changes: { launchUrl: "http://127.0.0.1/x" }, field: "profile.launch_url" },
    {
      name: "with a webhook over http",
      changes: { webhookUrl: "http://parcel.example/h" },
      field: "profile.webhook_url",
    },
    { name: "without redirect URIs", changes: { redirectUris: [] }, field: "profile.redirect_uris" },
    {
      name: "with 21 redirect URIs",
      changes: { redirectUris: Array.from({ length: 21 }, (_, n) => `https://parcel.example/${n}`) },
      field: "profile.redirect_uris",
    },
    {
      name: "with a redirect URI twice",
      changes: { redirectUris: ["https://a.example/", "https://a.example/"] },
      field: "profile.redirect_uris[1]",
    },
    { name: "without scopes", changes: { scopes: [] }, field: "profile.scopes" },
    { name: "with an unknown scope", changes: { scopes: [scope("x")] }, field: "profile.scopes[0].name" },
    {
      name: "with a scope twice",
      changes: { scopes: [scope("orders.read"), scope("orders.read")] },
      field: "profile.scopes[1].name",
    },
    {
      name: "with a scope without a reason",
      changes: { scopes: [scope("orders.read", "")] },
      field: "profile.scopes[0].reason",
    },
    { name: "with a retired scope", changes: { scopes: [scope("old.scope")] }, field: "profile.scopes[0].name" },
  ])("rejects a profile $name", ({ changes, field }) => {
    expect(fieldsOf(changes)).toEqual([field]);
  });

  test.each([
    "http://parcel.example/cb",
    "https://parcel.example/cb#f",
    "https://u:p@parcel.example/cb",
    "https://*.parcel.example/cb",
    "javascript:alert(1)",
    "data:text/html,x",
    "parcel:/cb",
    "http://127.0.0.1/cb",
  ])("R2 R3 rejects the redirect URI %s", (uri) => {
    expect(fieldsOf({ redirectUris: [uri] })).toEqual(["profile.redirect_uris[0]"]);
  });

  test("R3 accepts loopback URLs of a confidential app only if PUBLIC_URL is a loopback address", () => {
    const changes = { redirectUris: ["http://localhost:8090/callback"], launchUrl: "http://127.0.0.1:8090/launch" };
    expect(fieldsOf(changes)).toEqual(["profile.launch_url", "profile.redirect_uris[0]"]);
    expect(fieldsOf(changes, { publicUrlIsLoopback: true })).toEqual([]);
  });

  test("R3 accepts loopback addresses and private schemes of a public app", () => {
    const redirectUris = ["http://127.0.0.1/cb", "http://[::1]/cb", "com.parcel.app:/cb"];
    expect(fieldsOf({ redirectUris }, { confidential: false })).toEqual([]);
  });

  test("accepts a retired scope that the app already has", () => {
    expect(fieldsOf({ scopes: [scope("old.scope")] }, { kept: new Set(["old.scope"]) })).toEqual([]);
  });

  test("accepts an incomplete draft, and rejects its invalid fields", () => {
    const empty = { name: "", purpose: "", redirectUris: [], scopes: [], supportContact: null };
    expect(fieldsOf(empty, { complete: false })).toEqual([]);
    expect(fieldsOf({ ...empty, website: "x" }, { complete: false })).toEqual(["profile.website"]);
  });
});
