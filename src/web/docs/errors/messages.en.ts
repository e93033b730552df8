import type { BearerCode, OAuthCode } from "../../../oauth/errors.ts";
import type { Block } from "../content.ts";
import type { Task } from "./tasks.ts";

/** If the same request can succeed when it is sent again. */
type SentAgain = "no" | "yes";

/** The meaning of a code, and the action for the app's developer. */
interface Explanation {
  meaning: string;
  action: string;
  /** When the same request can succeed; missing if it cannot. */
  again?: string;
}

const codes: Record<OAuthCode | BearerCode, Explanation> = {
  invalid_request: {
    meaning:
      "The request is malformed: a parameter is missing, repeated, of the wrong type or in the wrong place, or the request violates HTTP.",
    action: "Change what `error_description` names.",
  },
  invalid_client: {
    meaning:
      "The app is unknown, rejected, suspended or archived, or did not authenticate. At introspection, the service key is not valid.",
    action:
      "Send `client_id` and `client_secret` in the body or with HTTP Basic, not in both. An app without a secret sends `client_id` alone. At introspection, `client_secret` is the service key.",
  },
  invalid_grant: {
    meaning:
      "The authorization code or refresh token is invalid, expired, used or revoked, or was issued for another app, `redirect_uri` or `code_verifier`. A code is also refused if the member who allowed the access has lost the right to do so, for example by leaving the merchant.",
    action:
      "For a code, start the authorization again. For a refresh token, use the newest one that you stored; if that is refused too, delete the tokens and ask the merchant to connect your app again.",
  },
  unauthorized_client: {
    meaning:
      "The app is not allowed to do this: the token belongs to another app, the app has no secret to authenticate an uninstall with, the merchant is suspended, or the installation is paused or suspended.",
    action: "Keep the tokens during a pause or suspension. Otherwise correct the request.",
    again: "After the pause or suspension ends, with the same refresh token.",
  },
  unsupported_grant_type: {
    meaning: "`grant_type` is neither `authorization_code` nor `refresh_token`.",
    action: "Send one of the two.",
  },
  unsupported_response_type: {
    meaning: "`response_type` is not `code`.",
    action: "Send `response_type=code`, or leave it out.",
  },
  invalid_scope: {
    meaning:
      "The scope is missing, malformed or not registered for the app. At a refresh, a scope was not part of the authorization request, or no granted scope is left.",
    action:
      "Request registered scopes, separated by single spaces. A [restricted](/docs/scopes#restricted) scope must also be allowed by {platform}.",
  },
  access_denied: {
    meaning:
      "The merchant declined, the person who signed in is not allowed to connect apps to this merchant, or the app is not approved and the merchant is no test merchant of its team.",
    action: "Do not retry. Start a new authorization when the merchant connects the app again.",
  },
  request_not_supported: {
    meaning: "The parameter `request` is not supported.",
    action: "Remove it, and send each parameter in the authorization URL.",
  },
  request_uri_not_supported: {
    meaning: "The parameter `request_uri` is not supported.",
    action: "Remove it, and send each parameter in the authorization URL.",
  },
  temporarily_unavailable: {
    meaning: "{platform} cannot answer at the moment, or there were too many failed attempts.",
    action: "Wait as long as the `Retry-After` header says.",
    again: "Yes, after this time. A refresh is safe to repeat.",
  },
  server_error: {
    meaning: "An internal error of {platform}.",
    action: "Do not repeat the request automatically. Report the `request_id` to {platform}.",
  },
  invalid_token: {
    meaning:
      "At an API of {platform}, the access token is missing, expired or revoked. At introspection, the service key is missing or not valid.",
    action:
      "Refresh the access token and repeat the request. At introspection, send a valid key as bearer token, as password of HTTP Basic, or as `client_secret`.",
  },
  insufficient_scope: {
    meaning:
      "At an API of {platform}, the access token lacks a scope that the request needs. At introspection, the service key lacks the permission.",
    action:
      "Start an authorization that requests the scope named in `WWW-Authenticate`. At introspection, use a key that has the permission.",
  },
};

/** Texts of the page of error codes. */
export const en = {
  title: "Errors",
  lead: "The token, revocation, introspection and uninstall endpoints return errors as JSON, and the authorization endpoint sends them to the redirect URI. For each value of `error`, this page gives the cause, the fix and an example.",
  tasks: {
    fix: "Fix the request",
    merchant: "Ask the merchant",
    again: "Try again",
    support: "Ask {platform} for help",
  } satisfies Record<Task, string>,
  groups: {
    json: {
      title: "Errors in responses",
      text: "The endpoints respond with a JSON object. Its fields are strings, and none is missing. [Retries](/docs/retries#when) says which requests to send again.",
    },
    redirect: {
      title: "Errors at the redirect URI",
      text: "The browser returns with `error` instead of `code`. Compare `state` and `iss` as after a success. Besides the codes below, `invalid_request` and `invalid_scope` can arrive here.",
    },
    api: {
      title: "Errors of an API",
      text: "{platform} APIs refuse an access token with the header `WWW-Authenticate`.",
    },
  },
  onlyAgain:
    "Send the same request again only where this page says so. Any other error comes back until its cause is fixed.",
  cause: "Cause:",
  action: "Fix:",
  again: "Send again?",
  fields: {
    columns: ["Field", "Meaning"],
    rows: [
      ["`error`", "The code. Branch on it in your app."],
      ["`error_description`", "The cause of this error, for your log."],
      ["`error_uri`", "The address of the code on this page."],
      ["`request_id`", "The ID of the request. Give it to {platform} when you ask for help."],
    ],
  },
  byStatus: {
    title: "By status",
    columns: ["Status", "Meaning", "What to do"],
    sendAgain: "Send it again",
    rows: [
      [
        ["400"],
        "The request or its grant is wrong.",
        "no",
        "Correct the request, or start the authorization again. After `unauthorized_client` during a pause or suspension, keep the tokens.",
      ],
      [
        ["401"],
        "The app, the service key or the access token is not accepted.",
        "no",
        "Check the credentials. At an API, refresh the access token first.",
      ],
      [["403"], "The access token or the service key does not allow the request.", "no", "Request the missing scope."],
      [["405", "413", "415"], "The method, the size or the type of the body is wrong.", "no", "Correct the request."],
      [["429"], "Too many attempts failed.", "yes", "after the seconds in `Retry-After`."],
      [["500"], "{platform} failed internally.", "no", "Report the `request_id`. Do not repeat it automatically."],
      [
        ["503"],
        "{platform} is unavailable.",
        "yes",
        "after the seconds in `Retry-After`. A refresh is safe to repeat.",
      ],
    ] as readonly (readonly [statuses: readonly string[], meaning: string, again: SentAgain, action: string])[],
  },
  example: "Example response",
  redirected: "Example redirect",
  fails: [
    { heading: "Still failing?", id: "fails" },
    {
      list: [
        "[Retries](/docs/retries#when) says which requests to send again, and when.",
        "[Test merchants](/docs/test-merchants#failures) shows how to cause errors for a test.",
        "[Try a call](/docs/try) sends the request without any code of your own, and shows its response.",
        "[Check a link](/portal/check) in the developer portal names the error in an authorization URL that you paste.",
      ],
    },
  ] as readonly Block[],
  codes,
};
