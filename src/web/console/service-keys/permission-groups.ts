import { badge } from "../../components/badges.ts";
import { checkField } from "../../components/fields.ts";
import { type Html, html } from "../../components/html.ts";
import type { PageContext } from "../../router/page-router.ts";

type Right = keyof PageContext["t"]["console"]["keys"]["permissionTexts"];
type Group = keyof PageContext["t"]["console"]["keys"]["permissionGroups"];

/** Sensitive permissions reach accounts, keys or the tokens of all apps. */
const GROUP_OF: Readonly<Record<Right, Group>> = {
  "tokens:introspect": "read",
  "tokens:introspect_test": "read",
  "apps:read": "read",
  "installations:read": "read",
  "accounts:read": "read",
  "audit:read": "read",
  "events:read": "read",
  "tokens:issue": "act",
  "tokens:forward": "act",
  "apps:write": "act",
  "apps:review": "act",
  "installations:write": "act",
  "tokens:revoke": "sensitive",
  "accounts:write": "sensitive",
  "keys:write": "sensitive",
  "web:act": "sensitive",
};

export const isSensitive = (permission: string) => GROUP_OF[permission as Right] === "sensitive";

/** The checkboxes of all permissions, in groups. The first has the id to which the error of the field links. */
export function permissionGroups({ t }: Pick<PageContext, "t">, ticked: readonly string[]): Html {
  const { keys: texts } = t.console;
  const all = Object.keys(GROUP_OF) as Right[];
  const boxOf = (right: Right) =>
    checkField({
      id: right === all[0] ? "permissions" : `right-${all.indexOf(right)}`,
      name: "permissions",
      value: right,
      label: html`<code>${right}</code>`,
      hint: texts.permissionTexts[right],
      checked: ticked.includes(right),
    });
  return html`${(["read", "act", "sensitive"] as const).map((group) => {
    const boxes = all.filter((right) => GROUP_OF[right] === group).map(boxOf);
    return html`<fieldset class="permission-group"><legend>${texts.permissionGroups[group]}${group === "sensitive" && html` ${badge("warn", texts.sensitive)}`}</legend><div class="check-columns">${boxes}</div></fieldset>`;
  })}`;
}
