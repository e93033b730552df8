import { type Html, html } from "./html.ts";

/** The outlines of the icons on a grid of 24 by 24 units. */
const PATHS = {
  apps: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
  audit: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  book: "M5 18V6a3 3 0 0 1 3-3h11v18H8a3 3 0 0 1-3-3 3 3 0 0 1 3-3h11",
  chart: "M5 20v-8M11 20V5M17 20v-6M3 20h18",
  check: "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM8 12.5l2.7 2.7L16 9.5",
  copy: "M9 9h11v11H9zM15 5V4H4v11h1",
  drop: "M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11z",
  enter: "M14 4h5v16h-5M9 8l4 4-4 4M13 12H3",
  exit: "M10 4H5v16h5M16 8l4 4-4 4M20 12H9",
  filter: "M4 6h16M7 12h10M10 18h4",
  flag: "M6 21V4h12l-3 4 3 4H6",
  flask: "M9 3h6M10 3v6L4.5 19a1.3 1.3 0 0 0 1.2 2h12.6a1.3 1.3 0 0 0 1.2-2L14 9V3M7.5 15h9",
  info: "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 11v5M12 8h.01",
  inbox: "M4 13h4l2 3h4l2-3h4M4 13l3-8h10l3 8v6H4z",
  key: "M12 16a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM11 13l9-9M16 8l3 3",
  leave: "M13 5h6v6M19 5l-9 9M17 14v5H5V7h5",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  lock: "M6 11h12v10H6zM8 11V8a4 4 0 0 1 8 0v3",
  mail: "M3 6h18v13H3zM3 7l9 7 9-7",
  menu: "M4 7h16M4 12h16M4 17h16",
  monitor: "M3 5h18v11H3zM9 20h6M12 16v4",
  people:
    "M12.5 8.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM2.5 20c0-3.5 2.8-5 6.5-5s6.5 1.5 6.5 5M16 5.3a3.5 3.5 0 0 1 0 6.4M18 15.3c2.2.6 3.5 2 3.5 4.7",
  person: "M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4 21c0-4 3.5-6 8-6s8 2 8 6",
  phone: "M7 3h10v18H7zM11 18h2",
  play: "M7 4l12 8-12 8z",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  repeat: "M4 11a8 8 0 0 1 14-4l2 2M20 4v5h-5M20 13a8 8 0 0 1-14 4l-2-2M4 20v-5h5",
  search: "M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM15.5 15.5L20 20",
  shield: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM9 12l2 2 4-4",
  sort: "M7 20V4M7 4L3.5 7.5M7 4l3.5 3.5M17 4v16M17 20l-3.5-3.5M17 20l3.5-3.5",
  stop: "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM5.7 5.7l12.6 12.6",
  store: "M4 10v10h16V10M3 10l2-6h14l2 6zM9 20v-6h6v6",
  terminal: "M3 5h18v14H3zM7 10l3 2.5L7 15M13 15h4",
  undo: "M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-3",
  warning: "M12 4l9 16H3zM12 10v4M12 17h.01",
  zap: "M13 3 5 14h6l-1 7 8-11h-6z",
} as const;

export type IconName = keyof typeof PATHS;

/** The outline of an icon, for a picture that contains it. */
export function iconPath(name: IconName): string {
  return PATHS[name];
}

/** An icon on a soft-coloured square, for the start of a row. */
export function rowIcon(name: IconName): Html {
  return html`<span class="row-icon">${icon(name)}</span>`;
}

/** An icon beside a text that says the same, so screen readers skip the icon. */
export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${PATHS[name]}"></path></svg>`;
}
