import { readFile } from "node:fs/promises";
import { clone, create, fromJson, type JsonValue } from "@bufbuild/protobuf";
import type { Command } from "commander";
import { type AppProfile, AppProfileSchema, RegisteredScopeSchema } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { collect } from "../command-options.ts";
import { CliError, UsageError } from "../errors.ts";

/** What the options say of an app's profile. */
export interface ProfileOptions {
  file?: string;
  name?: string;
  purpose?: string;
  redirectUri?: string[];
  scope?: string[];
  launchUrl?: string;
  website?: string;
  support?: string;
}

/** Adds the options that write a profile. */
export function withProfile(command: Command): Command {
  return command
    .option(
      "--file <profile.json>",
      "the profile as JSON, with the fields of AppProfile; the options below win over it",
    )
    .option("--name <name>", "the app's name, as merchants see it")
    .option("--purpose <text>", "what it is for")
    .option("--redirect-uri <uri>", "a redirect URI; may be given several times", collect)
    .option(
      "--scope <scope=reason>",
      "a scope and why the app needs it, `scope?=reason` if merchants may decline it; may be given several times",
      collect,
    )
    .option("--launch-url <url>", "where an install starts")
    .option("--website <url>", "the developer's website")
    .option("--support <contact>", "an https address or an e-mail address");
}

/** Whether any of the options is there. */
export function saysSomething(options: ProfileOptions): boolean {
  const { file, name, purpose, launchUrl, website, support, redirectUri, scope } = options;
  const said = [file, name, purpose, launchUrl, website, support, redirectUri, scope];
  return said.some((one) => one !== undefined);
}

/** The profile `before` with what the options say in place of what it said. */
export async function profileOf(options: ProfileOptions, before: AppProfile): Promise<AppProfile> {
  const profile = options.file === undefined ? clone(AppProfileSchema, before) : await readProfile(options.file);
  profile.name = options.name ?? profile.name;
  profile.purpose = options.purpose ?? profile.purpose;
  profile.launchUrl = options.launchUrl ?? profile.launchUrl;
  profile.website = options.website ?? profile.website;
  profile.supportContact = options.support ?? profile.supportContact;
  profile.redirectUris = options.redirectUri ?? profile.redirectUris;
  profile.scopes = options.scope?.map(registeredScope) ?? profile.scopes;
  return profile;
}

async function readProfile(path: string): Promise<AppProfile> {
  try {
    return fromJson(AppProfileSchema, JSON.parse(await readFile(path, "utf8")) as JsonValue);
  } catch (error) {
    throw new CliError(`${path} holds no profile: ${(error as Error).message}.`);
  }
}

function registeredScope(text: string) {
  const [, name, optional, reason] = /^([^=?]+)(\?)?=(.+)$/.exec(text) ?? [];
  if (name === undefined) {
    throw new UsageError(
      `--scope "${text}" gives no reason. Write it as --scope "orders:read=To print shipping labels".`,
    );
  }
  return create(RegisteredScopeSchema, { name, reason, optional: optional !== undefined });
}
