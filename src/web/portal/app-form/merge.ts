import { create } from "@bufbuild/protobuf";
import { type App, AppProfileSchema } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { compareFields } from "../../components/opened-fields.ts";
import type { Upload } from "../../http/upload.ts";
import { type AppForm, draftOf, refreshModeOf, toProfile } from "./form.ts";
import { digestsOfApp } from "./opened.ts";

/** The names of the fields in the form by those of their digests. The logo has no value in the form. */
const PARTS: Readonly<Record<string, keyof AppForm>> = {
  name: "name",
  purpose: "purpose",
  website: "website",
  support_contact: "supportContact",
  privacy_policy: "privacyPolicy",
  redirect_uris: "redirectUris",
  scopes: "scopes",
  launch_url: "launchUrl",
  platform_start: "platformStart",
  refresh_mode: "refreshMode",
};

interface Stored {
  app: App;
  form: AppForm;
}

export interface Merged {
  form: AppForm;
  /** The fields that only the other change touched. */
  taken: readonly string[];
  /** The fields that the other change and this form changed differently. */
  both: readonly string[];
}

/**
 * The form after another change of its app: its input where it was changed here, else the stored values. Saved again, it replaces the other
 * change in the fields of `both`.
 */
export function mergeForm(form: AppForm, upload: Upload, stored: Stored): Merged {
  const { opened: now, revision } = stored.form;
  const { untouched, both } = compareFields({ opened: form.opened, input: digestsOfInput(form, upload, stored), now });
  const parts = untouched.flatMap((field) => PARTS[field] ?? []);
  const taken = Object.fromEntries(parts.map((part) => [part, stored.form[part]]));
  return { form: { ...form, ...taken, revision, opened: now }, taken: untouched, both };
}

function digestsOfInput(form: AppForm, { logo }: Upload, { app }: Stored): string {
  const profile = create(AppProfileSchema, toProfile(form, draftOf(app)));
  const digests = new URLSearchParams(digestsOfApp({ ...app, refreshMode: refreshModeOf(form) }, profile));
  const isLogoChanged = logo !== null || form.removeLogo;
  digests.set("logo", isLogoChanged ? "changed" : (new URLSearchParams(form.opened).get("logo") ?? ""));
  return digests.toString();
}
