import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import {
  type ConsentAppSchema,
  ConsentScopeSchema,
  GetInteractionResponseSchema,
} from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Frame } from "../../layout/frame.ts";
import { type Html, html } from "../html.ts";
import { defaultChoice } from "./default-choice.ts";
import { consentPage } from "./view.ts";

export interface PreviewedApp {
  app: MessageInitShape<typeof ConsentAppSchema>;
  scopes: readonly PreviewedScope[];
  /** True for an app on a server, whose redirect URI has an origin. */
  confidential: boolean;
  redirectUris: readonly string[];
  /** The `data:` URL of a logo that is not stored yet; null shows the stored logo. */
  logo: string | null;
}

interface PreviewedScope {
  scope: Pick<Scope, "name" | "title" | "description" | "sensitivity">;
  reason: string;
  optional: boolean;
}

const EXAMPLE_ORIGIN = "https://app.example";

/** The consent page of an app after its approval, for a merchant without the app. The page around it makes it inert. */
export function consentPreview(frame: Frame, { app, scopes: asked, logo, ...addresses }: PreviewedApp): Html {
  const texts = frame.t.portal.form.preview;
  const none = create(ConsentScopeSchema, { title: texts.noScopes, required: true });
  const scopes = asked.length === 0 ? [none] : asked.map(toConsentScope);
  const required = scopes.filter((scope) => scope.required);
  const consent = create(GetInteractionResponseSchema, {
    app: { ...app, name: app.name || texts.name, verified: true },
    scopes,
    requestedScopes: scopes.map(({ name }) => name),
    requiredScopes: required.map(({ name }) => name),
    merchants: [{ name: texts.merchant }],
    redirectOrigin: originOf(addresses),
  });
  const view = {
    id: "",
    consent,
    account: undefined,
    choice: defaultChoice(consent),
    errors: [],
    changes: [],
    preview: { logo },
  };
  return html`<div class="consent-preview ${asked.length === 0 && "no-scopes"}">${consentPage(frame, view)}</div>`;
}

function toConsentScope({ scope, reason, optional }: PreviewedScope) {
  const { name, title, description, sensitivity } = scope;
  return create(ConsentScopeSchema, { name, title, description, sensitivity, reason, required: !optional });
}

/** The origin of the first valid redirect URI. Without one: an example for an app on a server, and empty for an app on devices. */
function originOf({ redirectUris, confidential }: Pick<PreviewedApp, "redirectUris" | "confidential">): string {
  const first = redirectUris.find((uri) => URL.canParse(uri));
  if (first === undefined) return confidential ? EXAMPLE_ORIGIN : "";
  return new URL(first).origin;
}
