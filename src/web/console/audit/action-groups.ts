import { AUDIT_ACTIONS, type AuditAction } from "../../../model/audit-action.ts";

/** The noun of an action. */
export type ActionGroup = AuditAction extends `${infer Noun}.${string}` ? Noun : never;

/** True for an action of this version. Events of another version may have others. */
export function isAction(text: string): text is AuditAction {
  return (AUDIT_ACTIONS as readonly string[]).includes(text);
}

/** The actions by their noun, in order. */
export function actionsByGroup(): [ActionGroup, AuditAction[]][] {
  return Object.entries(Object.groupBy(AUDIT_ACTIONS, groupOf)) as [ActionGroup, AuditAction[]][];
}

function groupOf(action: AuditAction): ActionGroup {
  return action.slice(0, action.indexOf(".")) as ActionGroup;
}
