import type { Actor, Call, Caller } from "../../service/call.ts";
import type { Admitted } from "../authentication/admission.ts";
import type { Exchange } from "./call-lifecycle.ts";

/** What an operation is told about its call; the signal is made when it is first read. */
export class AdmittedCall implements Call {
  readonly caller: Caller;
  readonly actor: Actor | null;
  readonly address: string | null;
  readonly requestId: string;
  readonly #exchange: Exchange;

  constructor(exchange: Exchange, { caller, actor, address }: Admitted) {
    this.#exchange = exchange;
    this.requestId = exchange.requestId;
    this.caller = caller;
    this.actor = actor;
    this.address = address;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  get ended(): boolean {
    return this.#exchange.ended;
  }

  get mayBeLate(): boolean {
    return this.#exchange.mayBeLate;
  }
}
