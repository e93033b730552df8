import { AUDIT_ACTIONS, type AuditAction } from "../../../model/audit-action.ts";

/** The noun at the start of an action, such as `app` of `app.approve`. */
export type ActionGroup = AuditAction extends `${infer Noun}.${string}` ? Noun : never;

/** True for an action of this release. Events that another release has written may have other actions. */
export function isAction(text: string): text is AuditAction {
  return (AUDIT_ACTIONS as readonly string[]).includes(text);
}

/** The actions of each noun, in the order of `AUDIT_ACTIONS`. */
export function actionsByGroup(): [ActionGroup, AuditAction[]][] {
  return Object.entries(Object.groupBy(AUDIT_ACTIONS, groupOf)) as [ActionGroup, AuditAction[]][];
}

export function groupOf(action: AuditAction): ActionGroup {
  return action.slice(0, action.indexOf(".")) as ActionGroup;
}
