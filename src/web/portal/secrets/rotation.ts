import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { isOlder } from "../../components/timestamp.ts";

export type Secret = App["secrets"][number];

interface Rotation {
  /** The secret that ends first. */
  ending: Secret;
  /** The secret that the servers must use instead; undefined if none has been added. */
  replacement: Secret | undefined;
}

/** The rotation that the developer has not finished; null if no secret ends, or its replacement is in use. */
export function unfinishedRotation({ secrets }: Pick<App, "secrets">): Rotation | null {
  const ending = firstEnding(secrets);
  if (ending === undefined) return null;
  const replacement = secrets.find(({ endsAt }) => endsAt === undefined);
  const isDone = replacement?.lastUsedAt !== undefined && usedMs(replacement) >= usedMs(ending);
  return isDone ? null : { ending, replacement };
}

/** The secret that ends before the others; undefined if none ends. */
export function firstEnding(secrets: readonly Secret[]): Secret | undefined {
  return secrets.filter(({ endsAt }) => endsAt !== undefined).sort((a, b) => endOf(a) - endOf(b))[0];
}

function endOf({ endsAt }: Secret): number {
  return endsAt === undefined ? Infinity : timestampMs(endsAt);
}

/** The active secret to which the users of a secret that ends have to switch; undefined if none still uses the old one only. */
export function replacementOf({ secrets }: App, old: Secret): Secret | undefined {
  if (old.endsAt === undefined || !isInUse(old)) return undefined;
  return secrets.find((secret) => secret.endsAt === undefined && usedMs(secret) < usedMs(old));
}

function usedMs({ lastUsedAt }: Secret): number {
  return lastUsedAt === undefined ? 0 : timestampMs(lastUsedAt);
}

export function isInUse({ lastUsedAt }: Secret): boolean {
  return lastUsedAt !== undefined && !isOlder(lastUsedAt, 1);
}
