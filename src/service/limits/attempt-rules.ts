import type { Call } from "../call.ts";
import { toAddressKey, toNetworkKeys } from "./address-key.ts";
import type { PaceKind } from "./password-queue.ts";
import { counterOf, type Limited, type LimitWindows } from "./windows.ts";

/** A try at a password, or at a sign-up's e-mail. */
export interface Attempt {
  /** An e-mail in lower case, known or not; an account's id where the account has none. */
  subject: string;
  /** The session or device by which the browser is known to be the account's own; null for an unknown browser. */
  knownBy: string | null;
  call: AttemptCall;
}

/** As much of the call as an attempt looks at. */
export type AttemptCall = Pick<Call, "address" | "requestId"> & Partial<Pick<Call, "signal" | "ended">>;

/** A limit past which attempts are slowed down. */
export interface Slowing {
  counter: Limited;
  kind: PaceKind;
}

/** How an attempt is judged. */
export interface Rules {
  /** The first is that of the client; attempts under it take turns. */
  refusing: [Limited, ...Limited[]];
  slowing: Slowing[];
  /** Where its password work waits; null where it waits by itself. */
  queue: {
    lane: "known" | "open";
    /** What takes turns with others. */
    key: string;
    /** What may make a few attempts a minute. */
    rateKey: string;
  } | null;
}

const NO_ADDRESS = "none";

export const addressOf = ({ address }: AttemptCall): string => (address === null ? NO_ADDRESS : toAddressKey(address));

/**
 * The rules of a sign-in. An unknown browser is refused by account and address, so that strangers elsewhere cannot lock the account. Failures
 * from many addresses only slow down attempts of unknown browsers. All known browsers of an account share one key.
 */
export function signInRules(windows: LimitWindows, { subject, knownBy, call }: Attempt): Rules {
  if (knownBy !== null) {
    const own = counterOf("sign_in_browser", windows.signIn, subject, knownBy);
    const { key } = counterOf("known", windows.signIn, subject);
    return { refusing: [own], slowing: [], queue: { lane: "known", key, rateKey: key } };
  }
  const from = addressOf(call);
  const own = counterOf("sign_in", windows.signIn, subject, from);
  const account = counterOf("sign_in_account", windows.signInAccount, subject);
  const slowing: Slowing[] = [{ counter: account, kind: "account" }, ...networksOf(windows, call)];
  return { refusing: [own], slowing, queue: { lane: "open", key: from, rateKey: own.key } };
}

/** An address, and for IPv6 its /56 with twice and its /48 with four times the limit. */
function networksOf({ signInAddress }: LimitWindows, { address }: AttemptCall): Slowing[] {
  const networks = address === null ? [NO_ADDRESS] : toNetworkKeys(address);
  return networks.map((network, at) => {
    const limit = { ...signInAddress, failures: signInAddress.failures * 2 ** at };
    return { counter: counterOf("sign_in_address", limit, network), kind: "address" };
  });
}

/** The rules of a sign-up: a taken e-mail has to be told, so an address may ask about a few and no more. */
export function signUpRules(windows: LimitWindows, { subject, call }: Attempt): Rules {
  const from = addressOf(call);
  return {
    refusing: [
      counterOf("sign_up", windows.signIn, subject, from),
      counterOf("sign_up_address", windows.signInAddress, from),
    ],
    slowing: [],
    queue: null,
  };
}
