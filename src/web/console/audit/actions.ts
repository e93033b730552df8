/** All audit actions, `<noun>.<verb>`: the choices of the filter. */
export const ACTIONS = [
  "account.add_second_factor",
  "account.change_email",
  "account.change_password",
  "account.create",
  "account.create_recovery_codes",
  "account.create_reset_link",
  "account.lock_out",
  "account.release_email",
  "account.remove_second_factor",
  "account.reset_password",
  "account.reset_second_factor",
  "account.resume",
  "account.roles",
  "account.set_name",
  "account.set_roles",
  "account.sign_up",
  "account.suspend",
  "account.verify_email",
  "app.approve",
  "app.archive",
  "app.create",
  "app.discard_revision",
  "app.reject",
  "app.request_changes",
  "app.resume",
  "app.set_logo",
  "app.start_review",
  "app.submit",
  "app.suspend",
  "app.update",
  "app.withdraw",
  "brand.update",
  "consent.deny",
  "feed.new_epoch",
  "install.start",
  "installation.resume",
  "installation.suspend",
  "installation.uninstall",
  "invitation.accept",
  "invitation.create",
  "invitation.revoke",
  "membership.remove",
  "membership.upsert",
  "merchant.close",
  "merchant.create",
  "merchant.resume",
  "merchant.suspend",
  "platform.bootstrap",
  "review.claim",
  "review.release",
  "scope.upsert",
  "secret.add",
  "secret.retire",
  "service_key.create",
  "service_key.revoke",
  "session.end",
  "session.start",
  "team.remove_member",
  "team.set_role",
  "template.delete",
  "template.upsert",
  "token.code_replay",
  "token.exchange",
  "token.issue",
  "token.late_parent",
  "token.reauthorized",
  "token.retry_elsewhere",
  "token.reuse",
  "token.revoke",
  "token.revoke_before",
  "webhook.create",
  "webhook.delete",
  "webhook.disable",
  "webhook.replay",
  "webhook.replay_range",
  "webhook.secret_add",
  "webhook.secret_retire",
  "webhook.test",
  "webhook.update",
] as const;

export type Action = (typeof ACTIONS)[number];

/** The noun of an action. */
export type ActionGroup = Action extends `${infer Noun}.${string}` ? Noun : never;

/** True for an action of this version. Events of another version may have others. */
export function isAction(text: string): text is Action {
  return (ACTIONS as readonly string[]).includes(text);
}

/** The actions by their noun, in order. */
export function actionsByGroup(): [ActionGroup, Action[]][] {
  return Object.entries(Object.groupBy(ACTIONS, groupOf)) as [ActionGroup, Action[]][];
}

function groupOf(action: Action): ActionGroup {
  return action.slice(0, action.indexOf(".")) as ActionGroup;
}
