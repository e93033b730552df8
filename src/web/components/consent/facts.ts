import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { GetInteractionResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type { FieldError } from "../form.ts";

export interface Choice {
  /** The id of the chosen merchant; empty if none is chosen. */
  merchantId: string;
  scopes: string[];
}

export interface ConsentPreview {
  /** The `data:` URL of a logo that is not stored yet; null if there is none. */
  logo: string | null;
}

/** The contents of the consent page. */
export interface ConsentView {
  id: string;
  consent: GetInteractionResponse;
  account: Account | undefined;
  choice: Choice;
  errors: readonly FieldError[];
  /** The changes since the submitted page was shown, as sentences. */
  changes: readonly string[];
  /** True if the choice was kept through a sign-in. */
  restored?: boolean;
  /** Set if the view is a preview within another page. */
  preview?: ConsentPreview;
}
