import { listServiceKeys as listKeys, type ServiceKeyRow } from "../../store/accounts/service-keys.ts";
import type { Call } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findPrefixError, requireValid } from "./fields.ts";

export interface ListServiceKeysRequest {
  /** Empty: all keys. */
  namePrefix: string;
  /** A part of the name; empty or absent: all keys. Then the prefix is ignored. */
  search?: string;
  /** True includes revoked and expired keys. */
  includeEnded: boolean;
  page: PageRequest;
}

/** Lists service keys by name. */
export async function listServiceKeys(
  deps: AccountDependencies,
  { namePrefix, search = "", includeEnded: ended, page }: ListServiceKeysRequest,
  call: Call,
): Promise<Page<ServiceKeyRow>> {
  requirePlatform(call, "keys:write");
  requireValid({ name_prefix: findPrefixError(namePrefix), search: findPrefixError(search) });
  const prefix = search === "" ? namePrefix : "";
  const read = { ...readPageRequest(page, ["text", "id"]), prefix, search, ended };
  const { shown, next } = await deps.management.read((_em, query) => listKeys(query, read));
  return { items: shown, nextPageToken: toPageToken(next && [next.sortName, next.id]) };
}
