import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isKeyOfTeam, teamRoleOf } from "../../../src/service/authorization.ts";
import { byKey, callOf } from "../../support/world/calls.ts";

const SERVICE = "src/service";
const files = readdirSync(SERVICE, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));

describe("the role of an account in a team", () => {
  const actor = { ...callOf("ada").actor!, teams: [{ teamId: "acme", role: "MEMBER" as const }] };
  test.each([
    { name: "its own team", teamId: "ada", role: "OWNER" },
    { name: "a team that it works in", teamId: "acme", role: "MEMBER" },
    { name: "another team", teamId: "other", role: null },
  ])("in $name", ({ teamId, role }) => expect(teamRoleOf(actor, teamId)).toBe(role));

  test("a key belongs to the teams of the account that created it", () => {
    const caller = { ...byKey().caller, createdBy: "ada", creatorTeams: ["acme"] };
    expect(["ada", "acme", "other"].map((teamId) => isKeyOfTeam(caller, teamId))).toEqual([true, true, false]);
    expect(isKeyOfTeam(byKey().caller, "ada")).toBe(false);
  });

  test("no other file compares an account with the developer of an app", () => {
    const team = String.raw`[\w.]*(?:developer|team)(?:Id|\.id)?\b`;
    const account = String.raw`[\w.]*(?:accountId|createdBy)\b`;
    const compares = new RegExp(`${account}\\s*[!=]==\\s*${team}|${team}\\s*[!=]==\\s*${account}`);
    const found = files.filter((name) => compares.test(readFileSync(`${SERVICE}/${name}`, "utf8")));
    // The others find the own team among those that `teamRoleOf` allowed, or the account that a team always keeps.
    const allowed = ["accounts/create-merchant.ts", "accounts/managed-team.ts", "apps/create-app.ts"];
    expect(found.sort()).toEqual([...allowed, "authorization.ts"]);
  });
});
