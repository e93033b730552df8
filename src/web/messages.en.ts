import { en as close } from "./account/close/messages.en.ts";
import { en as connected } from "./account/connected-apps/messages.en.ts";
import { en as invitation } from "./account/invitation/messages.en.ts";
import { en as members } from "./account/members/messages.en.ts";
import { en as recovery } from "./account/recovery/messages.en.ts";
import { en as security } from "./account/security/messages.en.ts";
import { en as account } from "./account/settings/messages.en.ts";
import { en as signIn, signOut } from "./account/sign-in/messages.en.ts";
import { en as signUp } from "./account/sign-up/messages.en.ts";
import { en as installation } from "./components/installation/messages.en.ts";
import { en as components } from "./components/messages.en.ts";
import { en as consent } from "./consent/authorize/messages.en.ts";
import { en as install } from "./consent/install/messages.en.ts";
import { en as console } from "./console/messages.en.ts";
import { en as docs } from "./docs/messages.en.ts";
import { en as errors } from "./errors/messages.en.ts";
import { en as layout } from "./layout/messages.en.ts";
import { en as portal } from "./portal/messages.en.ts";
import { en as demoMail } from "./public/demo-mail/messages.en.ts";
import { en as home } from "./public/home/messages.en.ts";
import { en as rejected } from "./router/messages.en.ts";
import { en as webhooks } from "./webhooks/messages.en.ts";

/** Every text of the pages in English. The German texts have the type of this object, so no text can be missing or superfluous. */
export const en = {
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

export type Messages = typeof en;
