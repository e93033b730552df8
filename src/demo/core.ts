import { type CallOptions, Code, ConnectError } from "@connectrpc/connect";
import type { Clients } from "../rpc/client.ts";

/** The services, and what each call to them carries. */
export interface Core {
  clients: Clients;
  options: CallOptions;
}

/** The answer, or null where the core says that there is no such thing. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ConnectError && error.code === Code.NotFound) return null;
    throw error;
  }
}
