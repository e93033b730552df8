import { de as close } from "./account/close/messages.de.ts";
import { de as connected } from "./account/connected-apps/messages.de.ts";
import { de as invitation } from "./account/invitation/messages.de.ts";
import { de as members } from "./account/members/messages.de.ts";
import { de as recovery } from "./account/recovery/messages.de.ts";
import { de as security } from "./account/security/messages.de.ts";
import { de as account } from "./account/settings/messages.de.ts";
import { de as signIn, signOut } from "./account/sign-in/messages.de.ts";
import { de as signUp } from "./account/sign-up/messages.de.ts";
import { de as installation } from "./components/installation/messages.de.ts";
import { de as components } from "./components/messages.de.ts";
import { de as consent } from "./consent/authorize/messages.de.ts";
import { de as install } from "./consent/install/messages.de.ts";
import { de as console } from "./console/messages.de.ts";
import { de as docs } from "./docs/messages.de.ts";
import { de as errors } from "./errors/messages.de.ts";
import { de as layout } from "./layout/messages.de.ts";
import type { Messages } from "./messages.en.ts";
import { de as portal } from "./portal/messages.de.ts";
import { de as demoMail } from "./public/demo-mail/messages.de.ts";
import { de as home } from "./public/home/messages.de.ts";
import { de as rejected } from "./router/messages.de.ts";
import { de as webhooks } from "./webhooks/messages.de.ts";

/** Every text of the pages in German. */
export const de: Messages = {
  ...components,
  installation,
  layout,
  errors,
  rejected,
  home,
  docs,
  demoMail,
  signIn,
  signUp,
  signOut,
  account,
  close,
  recovery,
  security,
  connected,
  invitation,
  members,
  consent,
  install,
  portal,
  console,
  webhooks,
};
