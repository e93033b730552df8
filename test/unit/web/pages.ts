import { MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { InstallStart, ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { World } from "./fakes/world.ts";
import { createSite, type Page, type Site, Visitor } from "./site.ts";

/** Opens every kind of page once, with `text` in every field that outsiders can write. */
export async function everyPage(
  text: string,
  { brand = {} }: Partial<Pick<World, "brand">> = {},
): Promise<{ site: Site; pages: Map<string, Page> }> {
  const site = await createSite();
  const { world } = site;
  world.brand = brand;
  const mia = world.addAccount({ email: `mia${text}@x.example`, name: `Mia ${text}`, operator: true, developer: true });
  const shop = world.addMerchant("m-1", `Shop ${text}`, [[mia, MerchantRole.OWNER]]);
  shop.grants.set("app_1", ["orders:read"]);
  shop.test = true;
  world.addMerchant("m-2", `Store ${text}`, [[mia, MerchantRole.MANAGER]]);
  const app = world.addApp({
    name: `App ${text}`,
    purpose: `For ${text}`,
    developerName: `Dev ${text}`,
    website: `https://x.example/${text}`,
    privacyPolicy: `javascript:alert(2)//${text}`,
    supportContact: `javascript:alert(1)//${text}`,
    logoDigest: "l0g0",
  });
  for (const scope of app.scopes) Object.assign(scope, { title: `T ${text}`, description: text, reason: text });
  app.scopes[0]!.sensitivity = ScopeSensitivity.SENSITIVE;
  world.external.label = `With ${text}`;
  const [email, merchantName] = [`new${text}@x.example`, `Inn ${text}`];
  world.invitations.set("inv", { email, merchantName, role: MerchantRole.MEMBER, used: false });
  const atApp = world.addApp({ name: `At ${text}`, website: "https://x.example" }, { start: InstallStart.AT_APP });

  const guest = new Visitor(site);
  const member = new Visitor(site);
  member.cookies.set("__Host-latchkey", world.signIn(mia));
  const stranger = new Visitor(site);
  const outsider = world.addAccount({ email: `out${text}@x.example`, name: `Out ${text}` });
  stranger.cookies.set("__Host-latchkey", world.signIn(outsider));
  const encoded = encodeURIComponent(text);

  const pages = new Map<string, Page>();
  const open = async (name: string, page: Promise<Page>) => void pages.set(name, await page);
  await open("home of a guest", guest.get("/"));
  await open("home of a member", member.get("/"));
  await open("sign-in", guest.get(`/sign-in?next=/?${encoded}`));
  await open("sign-in of a member", member.get("/sign-in"));
  await open("sign-in refused", guest.submit("/sign-in", { email: text, password: text }));
  await open("external sign-in failed", guest.get("/sign-in/external/callback?error=access_denied"));
  await open("sign-out", member.get("/sign-out"));
  await open("sign-up", guest.get("/sign-up"));
  await open("sign-up refused", guest.submit("/sign-up", { email: text, name: text, password: "" }));
  await open("forgotten password", guest.get("/forgot-password"));
  await open("forgotten password refused", guest.submit("/forgot-password", { email: "" }));
  await open("forgotten password sent", guest.get("/forgot-password?sent=yes"));
  world.links.add(text).add(`verify${text}`);
  await open("new password", guest.get(`/reset-password?token=${encoded}`));
  await open(
    "new password refused",
    guest.submit(`/reset-password?token=${encoded}`, { token: text, new_password: "" }),
  );
  await open("new password with a used link", guest.get("/reset-password"));
  await open("new password set", guest.get("/reset-password?done=yes"));
  await open("confirm address", member.get(`/verify-email?token=verify${encoded}`));
  await open(
    "confirm address refused",
    member.submit(`/verify-email?token=verify${encoded}`, { token: `verify${text} used` }),
  );
  await open("invitation", guest.get("/invitations/inv"));
  await open("invitation refused", guest.submit("/invitations/inv", { name: text, password: "" }));
  await open("consent", member.get(`/interactions/${world.begin(app).id}`));
  await open("consent refused", member.submit(`/interactions/${world.begin(app).id}`, { decision: "approve" }));
  await open("consent forbidden", stranger.get(`/interactions/${world.begin(app).id}`));
  await open("consent over", member.get(`/interactions/${world.begin(app, { over: true }).id}`));
  await open("install", member.get("/install/app_1"));
  await open("install at the app", member.get(`/install/${atApp.app.clientId}`));
  await open("error codes", guest.get(`/docs/errors?${encoded}`));
  await open("not found", guest.get(`/nowhere/${encoded}`));
  await open("refused form", guest.post("/sign-in", {}));
  await open("foreign form", guest.post("/sign-in", {}, { origin: "https://evil.example" }));
  await open("wrong body", guest.post("/sign-in", "{}", { "content-type": "application/json" }));
  await open("authorize refused", guest.get("/oauth/authorize"));
  world.outage = new Error(text);
  await open("internal", member.get("/"));
  world.outage = null;
  return { site, pages };
}
