import { timestamp } from "../connection/query.ts";
import { FIRST_ID, LAST_ID } from "../connection/uuid-range.ts";

/** See `InstallationSort` in the proto. */
export type InstallationSort = "CREATED" | "CHANGED";

export interface InstallationOrder {
  /** Only installations that changed at or after this time, in microseconds, oldest change first. Not together with `sort`. */
  changedSince: number | null;
  /** Null for the newest first. */
  sort: InstallationSort | null;
  /** Reverses the order of `sort`. */
  descending: boolean;
  /** The key of the previous page's last row: the id or, by change, the time of the change in microseconds and the id. */
  after: string[] | null;
}

/** True if the key of the list begins with the time of the last change. */
export function isByChange({ changedSince, sort }: Pick<InstallationOrder, "changedSince" | "sort">): boolean {
  return changedSince !== null || sort === "CHANGED";
}

/** After all times of changes: 1 January 3000, in microseconds. */
const LAST_TIME = `${Date.UTC(3000, 0) * 1000}`;

/** The key of the list and the place where the page begins. @param add adds a value of the statement */
export function toKeyset(order: InstallationOrder, add: (value: unknown) => string) {
  const { changedSince, sort, after } = order;
  const descending = sort === null ? changedSince === null : order.descending;
  const lastId = descending ? LAST_ID : FIRST_ID;
  if (!isByChange(order)) return { key: ["i.id"], after: [`${add(after?.[0] ?? lastId)}::uuid`], descending };
  const [at, id] = after ?? [descending ? LAST_TIME : `${changedSince ?? 0}`, lastId];
  const values = [timestamp(`${add(Number(at))}::float8`), `${add(id)}::uuid`];
  return { key: ["i.changed_at", "i.id"], after: values, descending };
}

/** The part of a statement's name that stands for the order. */
export function nameOfOrder({ sort, descending }: Pick<InstallationOrder, "sort" | "descending">): string {
  return sort === null ? "" : `-${sort.toLowerCase()}${descending ? "-desc" : ""}`;
}
