import { selectField } from "./fields.ts";
import { type Html, html } from "./html.ts";
import { pathWith, type SortedColumn } from "./list.ts";

/** The order of a list. In the URL it is a key, with `-desc` for the reverse order. */
export interface Order<Key extends string = string> {
  key: Key;
  descending: boolean;
}

/** Reads the order from a query parameter; `fallback` if the text is unknown. */
export function readOrder<Key extends string>(
  text: string | null,
  keys: readonly Key[],
  fallback: Order<Key>,
): Order<Key> {
  const key = keys.find((one) => one === text?.replace(/-desc$/, ""));
  return key === undefined ? fallback : { key, descending: text!.endsWith("-desc") };
}

export function orderText({ key, descending }: Order): string {
  return descending ? `${key}-desc` : key;
}

export interface SortedList {
  path: string;
  /** The query parameters of the filter. */
  filter: Readonly<Record<string, string>>;
  order: Order;
}

/** The head of a column that sorts the list. @param first the order after the first click */
export function sortedColumn(
  { path, filter, order }: SortedList,
  label: string,
  first: Order,
  phone?: SortedColumn["phone"],
): SortedColumn {
  const current = order.key === first.key;
  const descending = current ? !order.descending : first.descending;
  const direction = order.descending ? ("descending" as const) : ("ascending" as const);
  const href = pathWith(path, { ...filter, sort: orderText({ key: first.key, descending }) });
  return { label, href, direction: current ? direction : null, ...(phone && { phone }) };
}

export interface SortChoice {
  label: string;
  options: readonly { order: Order; label: string }[];
}

/**
 * The order as a field of the filter form, for narrow screens, which do not show the heads of columns. It also keeps the order when the
 * user searches.
 */
export function sortField(order: Order, { label, options }: SortChoice): Html {
  const value = orderText(order);
  const known = options.some((option) => orderText(option.order) === value);
  const other = known
    ? []
    : [{ value, label: options.find((option) => option.order.key === order.key)?.label ?? value }];
  const items = options.map((option) => ({ value: orderText(option.order), label: option.label }));
  return html`<div class="sort-field">${selectField({ name: "sort", label, options: [...items, ...other], value, optional: true })}</div>`;
}
