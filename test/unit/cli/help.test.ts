import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../../../src/cli/help-text.ts";
import { PERMISSIONS } from "../../../src/service/call.ts";
import { terminalWith } from "./terminal.ts";

const latchkey = terminalWith({});

async function helpOf(words: string[]): Promise<string> {
  const { status, out, err } = await latchkey(...words, "--help");
  expect([words, status, err]).toEqual([words, 0, ""]);
  return out;
}

/** The commands that a help text lists, except `help`. */
function commandsOf(help: string): string[] {
  const [, list = ""] = /\nCommands:\n((?: {2}.*\n)+)/.exec(help) ?? [];
  return [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name!).filter((name) => name !== "help");
}

/** The arguments of every command. */
async function leaves(words: string[] = []): Promise<string[][]> {
  const inner = commandsOf(await helpOf(words));
  if (inner.length === 0) return [words];
  return (await Promise.all(inner.map((name) => leaves([...words, name])))).flat();
}

describe("the help", () => {
  it("of the program explains the connection, the steps of an app and the exit statuses", async () => {
    const help = await helpOf([]);
    for (const text of ["CORE_URL", "SERVICE_KEY", "DATABASE_URL", "latchkey apps submit", "Exit status: 0 success"])
      expect(help).toContain(text);
    expect(commandsOf(help)).toEqual(expect.arrayContaining([...Object.keys(EXAMPLES), "migrate", "bootstrap"]));
  });

  it("of a suspension says who reads the explanation", async () => {
    for (const [group, readers] of [
      ["installations", "the merchant and the developer"],
      ["merchants", "operators"],
      ["accounts", "operators"],
      ["apps", "the developer"],
    ] as const)
      expect((await helpOf([group, "suspend"])).replaceAll(/\s+/g, " ")).toContain(
        `an explanation, shown to ${readers}`,
      );
  });

  it("of a group has examples with existing commands and options", async () => {
    for (const [group, examples] of Object.entries(EXAMPLES)) {
      const help = await helpOf([group]);
      expect(help).toContain("\nExamples:\n");
      for (const example of examples) {
        expect(help).toContain(`  latchkey ${group} ${example}`);
        const [command = ""] = /^[a-z-]+(?: [a-z-]+)?(?= |$)/.exec(example)!;
        const words =
          group === "apps" && /^(review|secrets) /.test(command) ? command.split(" ") : [command.split(" ")[0]!];
        const of = await helpOf([group, ...words]);
        for (const [option] of example.matchAll(/--[a-z-]+/g))
          expect([example, of]).toEqual([example, expect.stringContaining(option)]);
      }
    }
  });

  it("of a command describes the command and each option, --json among them", async () => {
    const all = await leaves();
    expect(all.length).toBeGreaterThan(40);
    for (const words of all) {
      const help = await helpOf(words);
      expect([words, help]).toEqual([words, expect.stringMatching(/^Usage: .*\n\n[a-z].+\n/)]);
      expect([words, help]).toEqual([words, expect.stringMatching(/--json +print the response as JSON/)]);
      for (const [line] of help.matchAll(/^ {2}-.*$/gm))
        expect([words, line]).toEqual([words, expect.stringMatching(/ {2,}\S/)]);
    }
  });

  it("of scopes upsert shows a default that --sensitivity accepts", async () => {
    expect((await helpOf(["scopes", "upsert"])).replace(/\s+/g, " ")).toContain("(default: normal)");
  });

  it("marks required options, and shows no empty defaults", async () => {
    const help = (await helpOf(["accounts", "create"])).replace(/\s+/g, " ");
    expect(help).toContain("--email <email> the e-mail address for sign-in (required)");
    expect(help).not.toContain("the account can submit apps (required)");
    for (const words of [
      ["audit", "list"],
      ["apps", "review", "approve"],
    ])
      expect(await helpOf(words)).not.toMatch(/\(default:\s+(""|0)\)/);
  });

  it("of keys create lists every permission", async () => {
    const help = await helpOf(["keys", "create"]);
    const listed = [...help.matchAll(/\b[a-z]+:[a-z_]+\b/g)].map(([permission]) => permission);
    expect(listed.sort()).toEqual([...PERMISSIONS].sort());
  });

  it("names `npm run cli` when it runs through npm", async () => {
    const throughNpm = terminalWith({ npm_lifecycle_event: "cli" });
    expect((await throughNpm("--help")).out).toContain("Usage: npm run cli -- ");
  });
});

describe("an invalid command line exits 2 with an error", () => {
  it.each<[words: string, says: RegExp]>([
    ["", /^Usage: latchkey /],
    ["apps", /^Usage: latchkey apps /],
    ["apps review", /^Usage: latchkey apps review /],
    ["bogus", /^error: unknown command 'bogus'/],
    ["apps lst", /unknown command 'lst'\n\(Did you mean list\?\)/],
    ["apps show", /missing required argument 'client_id'/],
    ["apps show a b", /too many arguments/],
    ["apps list --stat draft", /unknown option '--stat'\n\(Did you mean --state\?\)/],
    ["apps list --state live", /Must be one of: draft, submitted, in-review, changes-requested, approved/],
    ["apps list --page-size none", /Must be a whole number, 1 or greater\./],
    ["apps submit --name x", /add --developer <account id or e-mail>\./],
    ["apps submit app_1 --public", /--developer, --public and --draft apply to a new app only/],
    ["apps submit --developer d --scope orders:read", /--scope "orders:read" has no reason\. Write/],
    ["apps review reject app_1 --reason-code X", /required option '--reason <text>' not specified/],
    ["apps review approve app_1 --revision last", /Must be a whole number, 1 or greater\./],
    ["accounts create --name x", /required option '--email <email>' not specified/],
    ["accounts invite a@b.example --merchant shop-1", /--merchant and --role must be given together/],
    ["accounts invite a@b.example --role boss", /Must be one of: owner, manager, member\./],
    ["keys create x", /required option '--permission <permission>' not specified/],
    ["scopes upsert x", /required option '--title <text>' not specified/],
    ["tokens revoke", /exactly one of --app, --merchant and --everything\./],
    ["tokens revoke --app a --everything", /exactly one of/],
    ["audit list --from yesterday", /Must be a time with a zone/],
    ["tokens revoke --everything --before yesterday", /Must be a time with a zone/],
    ["tokens revoke --everything --before 2026-11-20T14:00:00", /Must be a time with a zone/],
    ["bootstrap", /required option '--email <email>' not specified/],
  ])("latchkey %s", async (words, says) => {
    const { status, out, err } = await latchkey(...words.split(" ").filter((word) => word !== ""));
    expect([status, out]).toEqual([2, ""]);
    expect(err).toMatch(says);
    expect(err).not.toMatch(/\n {4}at /);
  });
});
