import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A mail of the demo, which is stored instead of sent. */
export interface DemoMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** ISO 8601. */
  at: string;
}

/** The mails of the demo. All processes of the demo share one file. */
export interface Mailbox {
  add(mail: Omit<DemoMail, "at">): Promise<void>;
  /** Newest first. */
  list(): Promise<DemoMail[]>;
}

const MOST_MAILS = 200;
/** The file is rewritten only at this size and not for each mail, because a rewrite may lose mails that are added at the same time. */
const MOST_LINES = 2 * MOST_MAILS;

/** Stores mails in `DATA_DIR/demo-mails.jsonl`, mode 0600 because the mails contain links. */
export function createMailbox(dataDir: string): Mailbox {
  const file = join(dataDir, "demo-mails.jsonl");
  const read = async (): Promise<DemoMail[]> => {
    const text = await readFile(file, "utf8").catch(emptyIfAbsent);
    return text.split("\n").flatMap(parseLine);
  };
  return {
    async add(mail) {
      const mails = await read();
      const line = `${JSON.stringify({ ...mail, at: new Date().toISOString() })}\n`;
      if (mails.length < MOST_LINES) return appendFile(file, line, { mode: 0o600 });
      const kept = mails.slice(-MOST_MAILS).map((one) => `${JSON.stringify(one)}\n`);
      await writeFile(file, [...kept, line].join(""), { mode: 0o600 });
    },
    async list() {
      const latest = new Map((await read()).map((mail) => [mail.id, mail]));
      return [...latest.values()].reverse().slice(0, MOST_MAILS);
    },
  };
}

function emptyIfAbsent(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "";
  throw error;
}

/** The mail of a line; empty for a line that is still being written. */
function parseLine(line: string): DemoMail[] {
  try {
    return [JSON.parse(line) as DemoMail];
  } catch {
    return [];
  }
}
