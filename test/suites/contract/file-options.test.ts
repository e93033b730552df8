import { globSync } from "node:fs";
import type { DescFile } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { file_latchkey_v1_account_service as accounts } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { file_latchkey_v1_app_service as apps } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { file_latchkey_v1_audit_service as audit } from "../../../gen/latchkey/v1/audit_service_pb.ts";
import { file_latchkey_v1_consent_service as consent } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { file_latchkey_v1_event_service as events } from "../../../gen/latchkey/v1/event_service_pb.ts";
import { file_latchkey_v1_installation_service as installations } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { file_latchkey_v1_platform_service as platform } from "../../../gen/latchkey/v1/platform_service_pb.ts";
import { file_latchkey_v1_review_service as reviews } from "../../../gen/latchkey/v1/review_service_pb.ts";
import { file_latchkey_v1_token_service as tokens } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { file_latchkey_v1_webhook_service as webhooks } from "../../../gen/latchkey/v1/webhook_service_pb.ts";

const FILES: [file: DescFile, javaOuterClassname: string][] = [
  [accounts, "AccountServiceProto"],
  [apps, "AppServiceProto"],
  [audit, "AuditServiceProto"],
  [consent, "ConsentServiceProto"],
  [events, "EventServiceProto"],
  [installations, "InstallationServiceProto"],
  [platform, "PlatformServiceProto"],
  [reviews, "ReviewServiceProto"],
  [tokens, "TokenServiceProto"],
  [webhooks, "WebhookServiceProto"],
];

describe("the names of generated code are fixed", () => {
  it.each(FILES.map(([file, outer]) => ({ name: file.name, file, outer })))("$name", ({ file, outer }) => {
    expect(file.proto.options).toMatchObject({
      csharpNamespace: "Latchkey.V1",
      goPackage: "latchkey/v1;latchkeyv1",
      javaMultipleFiles: true,
      javaOuterClassname: outer,
      javaPackage: "com.latchkey.v1",
      objcClassPrefix: "LXX",
      phpMetadataNamespace: "Latchkey\\V1\\GPBMetadata",
      phpNamespace: "Latchkey\\V1",
      rubyPackage: "Latchkey::V1",
    });
  });

  it("in every file of the package", () => {
    const names = FILES.map(([{ name }]) => `${name}.proto`).sort();
    expect(globSync("latchkey/**/*.proto", { cwd: "proto" }).sort()).toEqual(names);
  });
});
