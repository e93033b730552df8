import type { Actor, Call, Caller } from "../../service/call.ts";
import type { Admitted } from "../authentication/admission.ts";

/** The state of a call, kept by CallLifecycle. */
interface CallState {
  readonly requestId: string;
  readonly signal: AbortSignal;
  readonly ended: boolean;
  readonly mayBeLate: boolean;
}

/** The call as operations see it. The signal is created lazily. */
export class AdmittedCall implements Call {
  readonly caller: Caller;
  readonly actor: Actor | null;
  readonly address: string | null;
  readonly requestId: string;
  readonly #state: CallState;

  constructor(state: CallState, { caller, actor, address }: Admitted) {
    this.#state = state;
    this.requestId = state.requestId;
    this.caller = caller;
    this.actor = actor;
    this.address = address;
  }

  get signal(): AbortSignal {
    return this.#state.signal;
  }

  get ended(): boolean {
    return this.#state.ended;
  }

  get mayBeLate(): boolean {
    return this.#state.mayBeLate;
  }
}
