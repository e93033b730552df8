import type { Call } from "../call.ts";
import { toAddressKey, toNetworkKeys } from "./address-key.ts";
import { counterOf, type LimitedCounter, type LimitWindows } from "./failure-limits.ts";
import type { ThrottleKind } from "./password-queue.ts";

/** An attempt to sign in, or to sign up with an e-mail. */
export interface Attempt {
  /** An e-mail address in lower case, whether an account has it or not; the account's id if it has no e-mail address. */
  subject: string;
  /** The session that makes the browser known for the account; null for an unknown browser. */
  knownBy: string | null;
  call: AttemptCall;
}

/** The parts of a call that the limits use. */
export type AttemptCall = Pick<Call, "address" | "requestId"> & Partial<Pick<Call, "signal" | "ended">>;

/** A limit above which attempts are throttled. */
export interface ThrottlingLimit {
  counter: LimitedCounter;
  kind: ThrottleKind;
}

export interface AttemptRules {
  /**
   * The limits above which attempts are refused. The first is the client's own limit; attempts with the same first limit run one at a time.
   */
  refusing: [LimitedCounter, ...LimitedCounter[]];
  throttling: ThrottlingLimit[];
  /** The position in the password queue; null if the attempt is not queued, or its work uses the queue itself. */
  queue: {
    jobClass: "known" | "unknown";
    key: string;
    /** The key for `AttemptRate`. */
    rateKey: string;
  } | null;
}

const NO_ADDRESS = "none";

export const addressOf = ({ address }: AttemptCall): string => (address === null ? NO_ADDRESS : toAddressKey(address));

/**
 * The rules of a sign-in. Failures of an unknown browser count per account and address, so that other addresses cannot lock the account
 * out. Failures from many addresses only throttle attempts. All known browsers of an account share one queue key.
 */
export function signInRules(windows: LimitWindows, { subject, knownBy, call }: Attempt): AttemptRules {
  if (knownBy !== null) {
    const clientLimit = counterOf("sign_in_browser", windows.signIn, subject, knownBy);
    const { key } = counterOf("known", windows.signIn, subject);
    return { refusing: [clientLimit], throttling: [], queue: { jobClass: "known", key, rateKey: key } };
  }
  const from = addressOf(call);
  const clientLimit = counterOf("sign_in", windows.signIn, subject, from);
  const account = counterOf("sign_in_account", windows.signInAccount, subject);
  const throttling: ThrottlingLimit[] = [{ counter: account, kind: "account" }, ...networksOf(windows, call)];
  return { refusing: [clientLimit], throttling, queue: { jobClass: "unknown", key: from, rateKey: clientLimit.key } };
}

/**
 * The rules of a second factor: the client's limit of sign-ins, and a limit of the account that refuses, because a code has only six
 * digits. Only attempts after a correct password count towards the limit of the account.
 */
export function secondFactorRules(windows: LimitWindows, attempt: Attempt): AttemptRules {
  const account = counterOf("second_factor", windows.secondFactor, attempt.subject);
  const { refusing } = signInRules(windows, attempt);
  return { refusing: [...refusing, account], throttling: [], queue: null };
}

/**
 * The rules of a sign-in by passkey: only a limit of the client address, because a signature cannot be guessed and an unknown passkey names
 * no account.
 */
export function passkeyRules({ signInAddress }: LimitWindows, call: AttemptCall): AttemptRules {
  const clientLimit = counterOf("passkey_address", signInAddress, addressOf(call));
  return { refusing: [clientLimit], throttling: [], queue: null };
}

/** The limits of the address; for IPv6 also of its /56, twice as high, and of its /48, four times as high. */
function networksOf({ signInAddress }: LimitWindows, { address }: AttemptCall): ThrottlingLimit[] {
  const networks = address === null ? [NO_ADDRESS] : toNetworkKeys(address);
  return networks.map((network, at) => {
    const limit = { ...signInAddress, failures: signInAddress.failures * 2 ** at };
    return { counter: counterOf("sign_in_address", limit, network), kind: "address" };
  });
}

/** The rules of a sign-up. EMAIL_TAKEN reveals accounts, so an address may get it only a few times. */
export function signUpRules(windows: LimitWindows, { subject, call }: Attempt): AttemptRules {
  const from = addressOf(call);
  return {
    refusing: [
      counterOf("sign_up", windows.signIn, subject, from),
      counterOf("sign_up_address", windows.signInAddress, from),
    ],
    throttling: [],
    queue: null,
  };
}
