import { type CallOptions, Code, ConnectError } from "@connectrpc/connect";
import type { Clients } from "../rpc/client.ts";

/** The RPC clients and their call options. */
export interface Core {
  clients: Clients;
  options: CallOptions;
}

/** The response; null if the core answers NOT_FOUND. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ConnectError && error.code === Code.NotFound) return null;
    throw error;
  }
}
