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

/** The commands that a help lists, `help` itself left out. */
function commandsOf(help: string): string[] {
  const [, list = ""] = /\nCommands:\n((?: {2}.*\n)+)/.exec(help) ?? [];
  return [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name!).filter((name) => name !== "help");
}

/** Every command that can be run, as its words. */
async function leaves(words: string[] = []): Promise<string[][]> {
  const inner = commandsOf(await helpOf(words));
  if (inner.length === 0) return [words];
  return (await Promise.all(inner.map((name) => leaves([...words, name])))).flat();
}

describe("help teaches", () => {
  it("the whole: where the core is, the way of an app, exit statuses", async () => {
    const help = await helpOf([]);
    for (const told of ["CORE_URL", "SERVICE_KEY", "DATABASE_URL", "latchkey apps submit", "Exit status: 0 done"])
      expect(help).toContain(told);
    expect(commandsOf(help)).toEqual(expect.arrayContaining([...Object.keys(EXAMPLES), "migrate", "bootstrap"]));
  });

  it("every group: by examples of commands and options that there are", async () => {
    for (const [group, examples] of Object.entries(EXAMPLES)) {
      const help = await helpOf([group]);
      expect(help).toContain("\nFor example:\n");
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

  it("every command: what it does, each of its options, and that it can print JSON", async () => {
    const all = await leaves();
    expect(all.length).toBeGreaterThan(40);
    for (const words of all) {
      const help = await helpOf(words);
      expect([words, help]).toEqual([words, expect.stringMatching(/^Usage: .*\n\n[a-z].+\n/)]);
      expect([words, help]).toEqual([words, expect.stringMatching(/--json +print the answer as JSON/)]);
      for (const [line] of help.matchAll(/^ {2}-.*$/gm))
        expect([words, line]).toEqual([words, expect.stringMatching(/ {2,}\S/)]);
    }
  });

  it("scopes upsert: the default is a word that can be typed", async () => {
    expect((await helpOf(["scopes", "upsert"])).replace(/\s+/g, " ")).toContain("(default: normal)");
  });

  it("keys create: every right there is", async () => {
    const help = await helpOf(["keys", "create"]);
    const told = [...help.matchAll(/\b[a-z]+:[a-z_]+\b/g)].map(([right]) => right);
    expect(told.sort()).toEqual([...PERMISSIONS].sort());
  });

  it("hints can be pasted: through npm they say npm run cli", async () => {
    const throughNpm = terminalWith({ npm_lifecycle_event: "cli" });
    expect((await throughNpm("--help")).out).toContain("Usage: npm run cli -- ");
  });
});

describe("what is not understood exits 2, says what is wrong, and does nothing", () => {
  it.each<[words: string, says: RegExp]>([
    ["", /^Usage: latchkey /],
    ["apps", /^Usage: latchkey apps /],
    ["apps review", /^Usage: latchkey apps review /],
    ["bogus", /^error: unknown command 'bogus'/],
    ["apps lst", /unknown command 'lst'\n\(Did you mean list\?\)/],
    ["apps show", /missing required argument 'client_id'/],
    ["apps show a b", /too many arguments/],
    ["apps list --stat draft", /unknown option '--stat'\n\(Did you mean --state\?\)/],
    ["apps list --state live", /It must be one of: draft, submitted, in-review, changes-requested, approved/],
    ["apps list --page-size none", /It must be a whole number from 1 on\./],
    ["apps submit --name x", /Add --developer <account id or e-mail>\./],
    ["apps submit app_1 --public", /--developer, --public and --draft are for a new app/],
    ["apps submit --developer d --scope orders:read", /--scope "orders:read" gives no reason\. Write it as/],
    ["apps review reject app_1 --reason-code X", /required option '--reason <text>' not specified/],
    ["apps review approve app_1 --revision last", /It must be a whole number from 1 on\./],
    ["accounts create --name x", /required option '--email <email>' not specified/],
    ["accounts invite a@b.example --merchant shop-1", /--merchant and --role go together/],
    ["accounts invite a@b.example --role boss", /It must be one of: owner, manager, member\./],
    ["keys create x", /required option '--permission <permission>' not specified/],
    ["scopes upsert x", /required option '--title <text>' not specified/],
    ["tokens revoke", /Exactly one of --app, --merchant and --everything\./],
    ["tokens revoke --app a --everything", /Exactly one of/],
    ["audit list --from yesterday", /It must be a time with its zone/],
    ["tokens revoke --everything --before yesterday", /It must be a time with its zone/],
    ["tokens revoke --everything --before 2026-11-20T14:00:00", /It must be a time with its zone/],
    ["bootstrap", /required option '--email <email>' not specified/],
  ])("latchkey %s", async (words, says) => {
    const { status, out, err } = await latchkey(...words.split(" ").filter((word) => word !== ""));
    expect([status, out]).toEqual([2, ""]);
    expect(err).toMatch(says);
    expect(err).not.toMatch(/\n {4}at /);
  });
});
