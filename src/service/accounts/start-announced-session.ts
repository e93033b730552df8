import { parseUserAgent } from "../../observe/user-agent.ts";
import { listRecentDevices } from "../../store/accounts/session-list.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { Call } from "../call.ts";
import { toDisplayedNetwork } from "../limits/address-key.ts";
import { chooseLanguage, type MailSetting, queueMail } from "../mail/queue-mail.ts";
import { type NewSession, type StartedSession, startSession } from "./start-session.ts";

/** The dependencies of a sign-in with a notice. */
export interface Announced {
  deps: MailSetting & { publicUrl: string };
  tx: ManagementTransaction;
  call: Call;
}

/** Starts a session. If the browser or its network is new, marks its event and sends a notice to the account's verified address. */
export async function startAnnouncedSession(
  { deps, tx, call }: Announced,
  given: NewSession,
): Promise<StartedSession | null> {
  const { id, email, emailVerifiedAt, language } = given.account;
  const newDevice = await isNew(tx, id, call);
  const session = await startSession(tx, call, { ...given, newDevice });
  if (session === null || !newDevice || !deps.sendsMail || !email || !emailVerifiedAt) return session;
  queueMail(deps, tx, {
    to: email,
    language: chooseLanguage(call.language, language),
    content: {
      kind: "new_sign_in",
      device: deviceOf(call.userAgent),
      address: call.address === null ? "" : toDisplayedNetwork(call.address),
      at: new Date().toISOString().slice(0, 16).replace("T", " "),
      // The previous release also has this page.
      url: `${deps.publicUrl}/account/security`,
    },
  });
  return session;
}

/** True if the account has stored sessions, live or ended, and none of them began in this browser and network. */
async function isNew({ query }: ManagementTransaction, accountId: string, call: Call): Promise<boolean> {
  const devices = await listRecentDevices(query, accountId);
  if (devices.length === 0) return false;
  const current = keyOf({ userAgent: call.userAgent ?? null, address: call.address });
  return devices.every((device) => keyOf(device) !== current);
}

/** Identifies a browser and its network. Omits version numbers, because a browser updates itself every few weeks. */
function keyOf({ userAgent, address }: { userAgent: string | null; address: string | null }): string {
  return JSON.stringify([userAgent?.replace(/\d+/g, "") ?? "", address === null ? "" : toDisplayedNetwork(address)]);
}

function deviceOf(userAgent: string | null = null): string {
  const { browser, system } = parseUserAgent(userAgent ?? "");
  return [browser, system].filter((part) => part !== null).join(", ");
}
