import type { Page } from "playwright-core";
import { TeamRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { Clients } from "../../../src/rpc/client.ts";

export interface TeamJourney {
  /** The pages of the developer and of a colleague, each in its own browser. */
  owner: Page;
  colleague: Page;
  /** PUBLIC_URL. */
  url: string;
  core: Clients;
  /** A part of the e-mail addresses that no earlier visit has used; empty for the first visit. */
  mark: string;
  /** Called on every page of the team, in every state. */
  look(page: Page, name: string): Promise<void>;
}

const PASSWORD = "correct horse battery staple";

/** A developer invites a colleague, who submits an app of the team and is then removed. Works without scripts. */
export async function visitTeamPages(journey: TeamJourney): Promise<void> {
  const { owner, colleague, url, look } = journey;
  const { mark } = journey;
  const [email, colleagueEmail] = [newAddress("office", "parcels", mark), newAddress("grace", "parcels", mark)];
  await signUp(journey, email);
  await owner.goto(`${url}/portal/team`);
  await look(owner, "team-alone");
  await invite(owner, colleagueEmail);
  await look(owner, "team-invited");
  await colleague.goto(await owner.getByRole("textbox", { name: "Invitation link" }).inputValue());
  await look(colleague, "team-invitation");
  await colleague.getByLabel("Your name").fill("Grace");
  await colleague.getByLabel("Password").fill(PASSWORD);
  await colleague.getByRole("button", { name: "Create account and accept" }).click();
  await submitApp(journey);
  await colleague.goto(`${url}/portal/team`);
  await look(colleague, "team-as-member");
  await joinSecondTeam(journey, email);
  await removeColleague(journey);
}

const newAddress = (name: string, company: string, mark: string) => `${name}${mark}@${company}.example`;

async function signUp({ owner, url, core }: TeamJourney, email: string): Promise<void> {
  await owner.goto(`${url}/sign-up`);
  await owner.getByLabel("Your name").fill("Parcels Ltd");
  await owner.getByLabel("E-mail").fill(email);
  await owner.getByLabel("Password").fill(PASSWORD);
  await owner.getByRole("button", { name: "Create account" }).click();
  await owner.waitForURL((at) => at.pathname !== "/sign-up");
  const { account } = await core.accounts.getAccount({ email });
  await core.accounts.markEmailVerified({ accountId: account!.accountId, email });
}

async function invite(owner: Page, email: string): Promise<void> {
  await owner.getByLabel("E-mail").fill(email);
  await owner.getByRole("button", { name: "Create invitation" }).click();
  await owner.getByRole("textbox", { name: "Invitation link" }).waitFor();
}

async function submitApp({ owner, colleague, url }: TeamJourney): Promise<void> {
  await colleague.goto(`${url}/portal/apps/new`);
  await colleague.getByLabel("Name", { exact: true }).fill("Parcel Pilot");
  await colleague.getByLabel("Purpose").fill("Prints shipping labels for new orders.");
  await colleague.getByLabel("Support contact").fill("help@parcels.example");
  await colleague.getByLabel("Redirect URI 1", { exact: true }).fill("https://parcels.example/callback");
  await colleague.getByRole("checkbox", { name: "See your orders" }).check();
  await colleague.getByLabel("Why do you need “See your orders”?").fill("To know which parcels need a label.");
  await colleague.getByRole("button", { name: "Submit for review" }).click();
  await colleague.getByRole("textbox", { name: "client_secret" }).waitFor();
  await owner.goto(`${url}/portal`);
  await owner.getByRole("link", { name: "Parcel Pilot" }).click();
  await owner.getByText("by Grace").first().waitFor();
}

/** The developer also becomes a member of another team. */
async function joinSecondTeam({ owner, url, core, look, mark }: TeamJourney, email: string): Promise<void> {
  const other = { email: newAddress("office", "labels", mark), name: "Labels Inc", developer: true };
  const { account } = await core.accounts.createAccount(other);
  const offer = { email, teamAccountId: account!.accountId, teamRole: TeamRole.MEMBER };
  const invitation = await core.accounts.createInvitation(offer);
  await owner.goto(invitation.url);
  await look(owner, "team-second-invitation");
  await owner.getByRole("button", { name: "Accept invitation" }).click();
  await owner.waitForURL(`${url}/portal`);
  await look(owner, "team-switch");
  await owner.getByRole("combobox", { name: "Team" }).selectOption({ label: "Parcels Ltd" });
  await owner.getByRole("button", { name: "Switch" }).click();
  await owner.getByRole("link", { name: "Parcel Pilot" }).waitFor();
}

async function removeColleague({ owner, colleague, url, look }: TeamJourney): Promise<void> {
  await colleague.goto(`${url}/portal/team/leave`);
  await look(colleague, "team-leave");
  await colleague.goto(`${url}/portal`);
  const app = await colleague.getByRole("link", { name: "Parcel Pilot" }).getAttribute("href");
  await owner.goto(`${url}/portal/team`);
  await look(owner, "team-of-two");
  const row = owner.getByRole("listitem").filter({ hasText: "Grace" });
  const save = row.getByRole("button", { name: "Save" });
  // The button shows after a change.
  await row.getByRole("combobox").waitFor();
  await save.waitFor({ state: "hidden" });
  await row.getByRole("combobox").selectOption({ label: "Owner" });
  await save.click();
  await owner.getByText("Role saved.").waitFor();
  await owner.getByRole("link", { name: "Remove Grace" }).click();
  await look(owner, "team-remove");
  await owner.getByRole("button", { name: "Remove member" }).click();
  await owner.getByText("Member removed.").waitFor();
  const refused = await colleague.goto(`${url}${app}`);
  if (refused?.status() !== 403) throw new Error(`a removed member got ${refused?.status()} for ${app}`);
  await look(colleague, "team-removed");
}
