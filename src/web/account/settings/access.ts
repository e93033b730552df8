import { type Account, type Membership, MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { actionRow } from "../../components/action-row.ts";
import { badge, merchantStateBadge } from "../../components/badges.ts";
import { roleName, teamRoleName } from "../../components/enum-names.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { type IconName, rowIcon } from "../../components/icon.ts";
import { pathWith } from "../../components/list.ts";
import type { Frame } from "../../layout/frame.ts";
import { teamsOf } from "../../layout/teams.ts";
import { setting } from "../setting.ts";

export interface Access {
  account: Account;
  /** The account's first hundred memberships. */
  memberships: readonly Membership[];
}

/** The number of shops in the list. */
const SHOPS_MAX = 5;
const SHOPS = "/connected-apps";

/** Where the account works, and its role in each place. */
export function accessSetting(frame: Frame, { account, memberships }: Access): Html {
  const { access } = frame.t.account;
  const rows = [
    account.operator &&
      accessRow({ icon: "shield", href: "/console", name: frame.t.layout.console, role: access.operator }),
    ...teamRows(frame, account),
    ...memberships.slice(0, SHOPS_MAX).map((membership) => shopRow(frame, membership)),
  ].filter((row) => row !== false);
  const isCut = memberships.length > SHOPS_MAX;
  return setting({
    id: "access",
    title: access.title,
    purpose: access.purpose,
    content:
      rows.length === 0
        ? html`<p>${access.none}</p>`
        : html`<ul class="rows">${rows}</ul>${isCut && html`<p class="after"><a href="${SHOPS}">${access.allShops}</a></p>`}`,
  });
}

/** The portal shows the team that was chosen last, so a link would not lead to one of several teams. */
function teamRows({ t }: Frame, account: Account): Html[] {
  const teams = teamsOf(account);
  const href = teams.length === 1 ? "/portal" : null;
  const { access } = t.account;
  return teams.map(({ teamId, name, role }) =>
    // The name of the own team is that of the account.
    teamId === account.accountId
      ? accessRow({ icon: "people", href, name: access.ownTeam, role: teamRoleName(t, role) })
      : accessRow({ icon: "people", href, name, role: `${access.team} · ${teamRoleName(t, role)}` }),
  );
}

function shopRow(frame: Frame, { merchantId: merchant, merchantName, role, test, merchantState }: Membership): Html {
  const { t } = frame;
  return accessRow({
    icon: "store",
    href: pathWith(SHOPS, { merchant }),
    name: merchantName,
    badges: html`${test && badge("label", t.connected.test)} ${merchantState !== MerchantState.ACTIVE && merchantStateBadge(frame, merchantState)}`,
    role: `${t.account.access.shop} · ${roleName(t, role)}`,
  });
}

interface AccessRow {
  icon: IconName;
  href: string | null;
  name: string;
  badges?: HtmlValue;
  role: string;
}

function accessRow({ icon, href, name, badges, role }: AccessRow): Html {
  if (href === null)
    return html`<li>${actionRow({ icon, title: html`<span dir="auto">${name}</span>`, badges, details: role })}</li>`;
  return html`<li class="row-link">${rowIcon(icon)}<div><a href="${href}"><strong dir="auto">${name}</strong></a> ${badges}<small>${role}</small></div></li>`;
}
