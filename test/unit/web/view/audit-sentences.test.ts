import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { AuditEventSchema } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { sentenceOf } from "../../../../src/web/console/audit/sentence.ts";
import { de } from "../../../../src/web/messages.de.ts";
import { en } from "../../../../src/web/messages.en.ts";

const SAM = { accountId: "sam", accountName: "Sam Staff" };
const BY_SAM = { ...SAM, actorAccountId: "sam", actorAccountName: "Sam Staff" };
const SHOP = { merchantId: "harbour", merchantName: "Harbour Coffee" };
const APP = { clientId: "pilot", clientName: "Parcel Pilot", serviceKeyId: "key", callerName: "ops" };
const BY_KEY = { ...SAM, serviceKeyId: "key", callerName: "ops" };

const words = (t: typeof en, action: string, subjects: object, detail: Record<string, unknown>) =>
  sentenceOf({ t }, create(AuditEventSchema, { action, ...subjects }), detail)
    .toString()
    .replaceAll(/<[^>]*>/g, "");

describe("the sentence of an audit event", () => {
  it.each([
    [
      "membership.upsert",
      { ...BY_KEY, ...SHOP },
      { role: "MANAGER" },
      "set the role of Sam Staff at Harbour Coffee to Manager",
    ],
    ["team.set_role", BY_KEY, { team_id: "t", role: "OWNER" }, "changed the role of Sam Staff in a team to Owner"],
    [
      "account.set_roles",
      BY_KEY,
      { operator: true, developer: true },
      "changed the roles of Sam Staff to Operator, Developer",
    ],
    ["account.set_roles", BY_KEY, { operator: false, developer: false }, "removed all roles of Sam Staff"],
    ["account.add_second_factor", BY_SAM, { method: "passkey", passkey: "Laptop" }, "added the passkey Laptop"],
    ["account.add_second_factor", BY_SAM, { method: "totp" }, "added an authenticator app"],
    ["account.add_second_factor", BY_SAM, {}, "added a second factor"],
    ["account.remove_second_factor", BY_SAM, { method: "totp" }, "removed the authenticator app"],
    ["account.rename_passkey", BY_SAM, { passkey: "Desk" }, "renamed a passkey to Desk"],
    ["app.update", APP, { revision: 2, settings: null }, "changed the profile of Parcel Pilot"],
    ["app.update", APP, { revision: null, settings: {} }, "changed the token settings of Parcel Pilot"],
    ["app.update", APP, { revision: 2, settings: {} }, "changed the profile and the token settings of Parcel Pilot"],
    ["app.update", APP, {}, "changed Parcel Pilot"],
    ["session.end", BY_SAM, { session_id: "s" }, "ended one of their sessions"],
    ["session.end", BY_SAM, { ended_sessions: 3 }, "ended all their other sessions (3)"],
    ["session.end", BY_KEY, {}, "ended a session of Sam Staff"],
  ])("%s has the values of its details: %o %o", (action, subjects, detail, sentence) => {
    const actor = subjects === BY_SAM ? "Sam Staff" : "Service key ops";
    expect(words(en, action, subjects, detail)).toBe(`${actor} ${sentence}`);
  });

  it("has them in German", () => {
    expect(words(de, "membership.upsert", { ...BY_KEY, ...SHOP }, { role: "MANAGER" })).toBe(
      "Dienstschlüssel ops hat die Rolle von Sam Staff bei Harbour Coffee auf Manager festgelegt",
    );
    expect(words(de, "account.add_second_factor", BY_SAM, { method: "totp" })).toBe(
      "Sam Staff hat eine Authenticator-App eingerichtet",
    );
    expect(words(de, "session.end", BY_SAM, { ended_sessions: 3 })).toBe(
      "Sam Staff hat alle anderen eigenen Sitzungen (3) beendet",
    );
    expect(Object.keys(de.console.audit.sentences.variants)).toEqual(Object.keys(en.console.audit.sentences.variants));
  });
});
