import { readFile } from "node:fs/promises";
import { clone, create, fromJson, type JsonValue } from "@bufbuild/protobuf";
import type { Command } from "commander";
import { type AppProfile, AppProfileSchema, RegisteredScopeSchema } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { collect } from "../command-options.ts";
import { CliError, UsageError } from "../errors.ts";

/** The options of `withProfile`. */
export interface ProfileOptions {
  file?: string;
  name?: string;
  purpose?: string;
  redirectUri?: string[];
  scope?: string[];
  launchUrl?: string;
  website?: string;
  support?: string;
  privacyPolicy?: string;
}

/** Adds the options that set the fields of an app's profile. */
export function withProfile(command: Command): Command {
  return command
    .option("--file <profile.json>", "the profile as JSON, with the fields of AppProfile; other options override it")
    .option("--name <name>", "the app's name, as merchants see it")
    .option("--purpose <text>", "the app's purpose, in a sentence")
    .option("--redirect-uri <uri>", "a redirect URI; repeatable", collect)
    .option(
      "--scope <scope=reason>",
      "a scope and why the app needs it; `scope?=reason` for an optional scope; repeatable",
      collect,
    )
    .option("--launch-url <url>", "the URL that starts an install")
    .option("--website <url>", "the developer's website")
    .option("--support <contact>", "the support contact: an https URL or an e-mail address")
    .option("--privacy-policy <url>", "the https URL of the app's privacy policy");
}

/** True if any of the options is given. */
export function hasProfileOptions(options: ProfileOptions): boolean {
  const { file, name, purpose, launchUrl, website, support, privacyPolicy, redirectUri, scope } = options;
  const values = [file, name, purpose, launchUrl, website, support, privacyPolicy, redirectUri, scope];
  return values.some((value) => value !== undefined);
}

/** Applies the options to a profile. */
export async function applyOptions(options: ProfileOptions, current: AppProfile): Promise<AppProfile> {
  const profile = options.file === undefined ? clone(AppProfileSchema, current) : await readProfile(options.file);
  profile.name = options.name ?? profile.name;
  profile.purpose = options.purpose ?? profile.purpose;
  profile.launchUrl = options.launchUrl ?? profile.launchUrl;
  profile.website = options.website ?? profile.website;
  profile.supportContact = options.support ?? profile.supportContact;
  if (options.privacyPolicy !== undefined) profile.privacyPolicy = options.privacyPolicy;
  profile.redirectUris = options.redirectUri ?? profile.redirectUris;
  profile.scopes = options.scope?.map(registeredScope) ?? profile.scopes;
  return profile;
}

async function readProfile(path: string): Promise<AppProfile> {
  try {
    return fromJson(AppProfileSchema, JSON.parse(await readFile(path, "utf8")) as JsonValue);
  } catch (error) {
    throw new CliError(`${path} is not a valid profile: ${(error as Error).message}.`);
  }
}

function registeredScope(text: string) {
  const [, name, optional, reason] = /^([^=?]+)(\?)?=(.+)$/.exec(text) ?? [];
  if (name === undefined) {
    throw new UsageError(`--scope "${text}" has no reason. Write --scope "orders:read=To print shipping labels".`);
  }
  return create(RegisteredScopeSchema, { name, reason, optional: optional !== undefined });
}
