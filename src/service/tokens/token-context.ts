import type { Marks } from "../../oauth/status.ts";
import type { SurroundingsRow } from "../../store/tokens/token-rows.ts";

/** The marks that may lie on a row's family. */
export function marksOf(row: SurroundingsRow): Marks {
  return {
    installation: row.installationMark,
    app: row.appMark,
    merchant: row.merchantMark,
    everything: row.everythingMark,
  };
}

/** Merchant, installation, app and marks of a row, as the rules read them. */
export function surroundingsOf(row: SurroundingsRow) {
  return {
    merchant: { state: row.merchantState, test: row.merchantTest },
    installation: { state: row.installationState, grantedScopes: row.grantedScopes },
    app: { state: row.appState, registeredScopes: row.registeredScopes },
    marks: marksOf(row),
  };
}
