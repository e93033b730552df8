import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DescService } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { Authorization } from "../../../../gen/envoy/service/auth/v3/external_auth_pb.ts";
import { AccountService } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { AppService } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { AuditService } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { ConsentService } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { EventService } from "../../../../gen/latchkey/v1/event_service_pb.ts";
import { InstallationService } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { PlatformService } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import { ReviewService } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { TokenService } from "../../../../gen/latchkey/v1/token_service_pb.ts";
import { WebhookService } from "../../../../gen/latchkey/v1/webhook_service_pb.ts";
import { accessOf } from "../../../../src/rpc/authentication/rpc-permissions.ts";

const SERVICES: readonly DescService[] = [
  TokenService,
  ConsentService,
  AppService,
  InstallationService,
  AccountService,
  AuditService,
  EventService,
  WebhookService,
  PlatformService,
  ReviewService,
  Authorization,
];
const METHODS = SERVICES.flatMap(({ methods }) => methods);

describe("the access rules", () => {
  it.each(METHODS.map((method) => [`${method.parent.name}/${method.name}`, method] as const))(
    "agree with the comment of %s in the proto file",
    (_name, method) => {
      const access = accessOf(method)!;
      const said = permissionsSaidOf(method.parent, method.name);
      expect(access).not.toBeNull();
      if (said.length > 0) expect(said).toContain(access.permission ?? "web:act");
      expect(access.permission !== null || access.session !== undefined).toBe(true);
    },
  );

  it("deny every RPC that they do not name", () => {
    const stranger = { ...TokenService.method.introspect };
    expect(accessOf(stranger)).toBeNull();
  });

  it("allow a gateway without a session only what precedes the sign-in, public metadata, and calls with an app's credentials", () => {
    const open = METHODS.filter((method) => {
      const access = accessOf(method);
      return access?.permission === "tokens:forward" || access?.session === "optional";
    });
    expect(open.map(({ name }) => name).sort()).toEqual([
      "AcceptInvitation",
      "BeginExternalSignIn",
      "CompleteExternalSignIn",
      "CompleteSignIn",
      "DeclineInvitation",
      "Exchange",
      "GetAccountLink",
      "GetBrand",
      "GetInstallPage",
      "GetInteractionApp",
      "GetInvitation",
      "GetPendingSignIn",
      "GetSignInOptions",
      "ListScopes",
      "Refresh",
      "RequestPasswordReset",
      "ResetPassword",
      "Revoke",
      "SignIn",
      "SignInWithPasskey",
      "SignUp",
      "StartAuthorization",
      "StartPasskeySignIn",
      "UninstallByApp",
    ]);
  });
});

/** The permissions in the comment above an RPC. */
function permissionsSaidOf({ file }: DescService, rpc: string): string[] {
  const proto = readFileSync(join(import.meta.dirname, "../../../../proto", `${file.name}.proto`), "utf8");
  const comment = new RegExp(`((?: *//.*\\n)+) *rpc ${rpc}\\(`).exec(proto)?.[1] ?? "";
  return [...comment.matchAll(/`([a-z]+:[a-z]+)`/g)].map(([, permission]) => permission!);
}
