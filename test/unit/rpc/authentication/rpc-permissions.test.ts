import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DescService } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { TokenService } from "../../../../gen/latchkey/v1/token_service_pb.ts";
import { accessOf } from "../../../../src/rpc/authentication/rpc-permissions.ts";
import { SERVICES } from "../../../support/rpc-services.ts";

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
      "GetLogo",
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
