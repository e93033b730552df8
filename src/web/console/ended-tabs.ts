import type { ListTab } from "../components/list-filter.ts";
import type { PageContext } from "../router/page-router.ts";

/** The longest page of a list, which the counts of the tabs read. */
const PAGE_MAX = 200;

interface PageRequest {
  includeEnded: boolean;
  pageSize: number;
}

interface EndedTabs {
  /** The label of the entries that are in use. */
  live: string;
  /** True if the list contains the ended entries as well. */
  ended: boolean;
  /** Reads the first page of the list; null if a filter is set, because the counts cover all entries. */
  read: ((request: PageRequest) => Promise<{ size: number; next: string }>) | null;
}

/** The tabs of a list whose entries end: all, and those in use. Counts stop at one page. */
export async function endedTabs({ t }: PageContext, { live, ended, read }: EndedTabs): Promise<ListTab[]> {
  const countOf = async (includeEnded: boolean) => {
    if (read === null) return {};
    const { size, next } = await read({ includeEnded, pageSize: PAGE_MAX });
    return { count: size, atLeast: next !== "" };
  };
  const [all, inUse] = await Promise.all([countOf(true), countOf(false)]);
  return [
    { label: t.list.all, set: { ended: "yes" }, current: ended, ...all },
    { label: live, set: { ended: "" }, current: !ended, ...inUse },
  ];
}
