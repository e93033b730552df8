import { pluralOf } from "../plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

const developer: (typeof en)["developer"] = {
  who: { app: "Sie", merchant: "das Geschäft", operator: "die Plattform" },
  stops: (platform) => ({
    operator: {
      title: `${platform} hat diese Installation gesperrt`,
      toDo: `Beheben Sie das Problem und wenden Sie sich an ${platform}. Nur ${platform} kann sie entsperren.`,
    },
    app_suspended: {
      title: `${platform} hat Ihre App gesperrt`,
      toDo: `Beheben Sie das Problem und wenden Sie sich an ${platform}. Keine Installation funktioniert, bis ${platform} die App entsperrt.`,
    },
    app_rejected: {
      title: `${platform} hat Ihre App abgelehnt`,
      toDo: "Ändern Sie die App und reichen Sie sie erneut ein.",
    },
    merchant_suspended: {
      title: `${platform} hat dieses Geschäft gesperrt`,
      toDo: `Warten Sie, bis ${platform} das Geschäft entsperrt. Bis dahin funktioniert dort keine App.`,
    },
    merchant: {
      title: "Das Geschäft hat diese Installation pausiert",
      toDo: "Bitten Sie das Geschäft, sie unter „Verbundene Apps“ fortzusetzen. Nur das Geschäft kann das.",
    },
    app: {
      title: "Sie haben diese Installation pausiert",
      toDo: "Setzen Sie sie fort, wenn Sie so weit sind. Bis dahin funktionieren ihre Tokens nicht.",
    },
  }),
  causes: {
    unspecified: { title: "Der Refresh schlägt fehl", toDo: "Führen Sie den Refresh noch einmal aus." },
    credentials: {
      title: "Der Refresh schlägt fehl: Das Client-Secret ist falsch",
      toDo: "Prüfen Sie das Client-Secret auf Ihrem Server und führen Sie den Refresh noch einmal aus.",
    },
    expired: {
      title: "Der Refresh schlägt fehl: Das Refresh-Token ist abgelaufen",
      toDo: "Bitten Sie das Geschäft, die App erneut zu verbinden. Erneuern Sie Tokens, bevor sie ablaufen.",
    },
    reused: {
      title: "Ein benutztes Refresh-Token wurde erneut benutzt, deshalb wurden seine Tokens widerrufen",
      toDo: "Prüfen Sie, ob Ihr Server immer das neueste Refresh-Token speichert und ob ein Token kopiert wurde. Bitten Sie dann das Geschäft, die App erneut zu verbinden.",
    },
    ended: {
      title: "Der Zugriff wurde widerrufen",
      toDo: "Bitten Sie das Geschäft, die App erneut zu verbinden.",
    },
    suspended: {
      title: "Der letzte Refresh schlug während einer Sperre fehl",
      toDo: "Die Sperre ist beendet. Führen Sie den Refresh noch einmal aus.",
    },
    scope: {
      title: "Der Refresh schlägt fehl: Ein angeforderter Scope ist nicht gewährt",
      toDo: "Fordern Sie nur gewährte Scopes an.",
    },
    unrefreshed: {
      title: "Der Zugriff ist abgelaufen",
      toDo: "Bitten Sie das Geschäft, die App erneut zu verbinden. Erneuern Sie Tokens, bevor sie ablaufen.",
    },
  },
};

const operator: (typeof en)["operator"] = {
  who: { app: "der Entwickler", merchant: "das Geschäft", operator: "Sie (als Betreiber)" },
  stops: (platform) => ({
    operator: {
      title: `${platform} hat diese Installation gesperrt`,
      toDo: "Heben Sie die Sperre auf, wenn das Problem behoben ist. Bis dahin funktionieren die Tokens nicht.",
    },
    app_suspended: {
      title: `${platform} hat die App gesperrt`,
      toDo: "Entsperren Sie die App, wenn das Problem behoben ist. Bis dahin funktioniert keine ihrer Installationen.",
    },
    app_rejected: {
      title: `${platform} hat die App abgelehnt`,
      toDo: "Der Entwickler kann sie ändern und erneut einreichen.",
    },
    merchant_suspended: {
      title: `${platform} hat das Geschäft gesperrt`,
      toDo: "Entsperren Sie das Geschäft, wenn das Problem behoben ist. Bis dahin funktioniert dort keine App.",
    },
    merchant: {
      title: "Das Geschäft hat diese Installation pausiert",
      toDo: "Nur das Geschäft kann sie fortsetzen.",
    },
    app: { title: "Der Entwickler hat diese Installation pausiert", toDo: "Nur der Entwickler kann sie fortsetzen." },
  }),
  causes: {
    unspecified: { title: "Der Refresh schlägt fehl", toDo: "Der Entwickler muss den Refresh noch einmal ausführen." },
    credentials: {
      title: "Der Refresh schlägt fehl: Das Client-Secret ist falsch",
      toDo: "Der Entwickler muss das Client-Secret auf dem Server der App berichtigen.",
    },
    expired: {
      title: "Der Refresh schlägt fehl: Das Refresh-Token ist abgelaufen",
      toDo: "Der Entwickler muss das Geschäft bitten, die App erneut zu verbinden.",
    },
    reused: {
      title: "Ein benutztes Refresh-Token wurde erneut benutzt, deshalb wurden seine Tokens widerrufen",
      toDo: "Der Entwickler muss das Geschäft bitten, die App erneut zu verbinden. Geschieht das häufig, verliert die App Tokens, oder ein Token wurde gestohlen.",
    },
    ended: {
      title: "Der Zugriff wurde widerrufen",
      toDo: "Der Entwickler muss das Geschäft bitten, die App erneut zu verbinden.",
    },
    suspended: {
      title: "Der letzte Refresh schlug während einer Sperre fehl",
      toDo: "Die Sperre ist beendet. Die App muss den Refresh noch einmal ausführen.",
    },
    scope: {
      title: "Der Refresh schlägt fehl: Ein angeforderter Scope ist nicht gewährt",
      toDo: "Die App darf nur gewährte Scopes anfordern.",
    },
    unrefreshed: {
      title: "Der Zugriff ist abgelaufen",
      toDo: "Der Entwickler muss das Geschäft bitten, die App erneut zu verbinden.",
    },
  },
};

/** Texts about the health of an installation, in German. */
export const de: typeof en = {
  lastHour: "in der letzten Stunde",
  pills: {
    needs_attention: "Handlungsbedarf",
    expires_soon: "Läuft bald ab",
    healthy: "Aktiv",
    suspended: "Gesperrt",
    paused: "Pausiert",
    uninstalled: "Deinstalliert",
    pending: "Nicht abgeschlossen",
  },
  tabsLabel: "Teile der Liste",
  tabs: {
    all: "Alle",
    needsAttention: "Handlungsbedarf",
    expiresSoon: "Läuft bald ab",
    healthy: "Aktiv",
    suspended: "Pausiert oder gesperrt",
    pending: "Nicht abgeschlossen",
    uninstalled: "Deinstalliert",
  },
  failures: {
    unspecified: "Unbekannt",
    credentials: "Falsches Secret",
    expired: "Token abgelaufen",
    reused: "Token erneut benutzt",
    ended: "Zugriff widerrufen",
    suspended: "Gesperrt",
    scope: "Scope nicht gewährt",
  },
  unrefreshed: "Zugriff ist abgelaufen",
  expiresIn: (days) =>
    days === 0
      ? "Zugriff läuft heute ab"
      : plural(days, { one: "Zugriff läuft in 1 Tag ab", other: "Zugriff läuft in # Tagen ab" }),
  mustConnect: {
    developer: "Bitten Sie das Geschäft, die App erneut zu verbinden",
    operator: "Das Geschäft muss die App erneut verbinden",
  },
  mustFix: { developer: "Sie müssen es beheben", operator: "Der Entwickler muss es beheben" },
  recovered: (failure) => `Behoben: ${failure}`,
  pausedToo: {
    developer: "Auch Sie haben sie pausiert. Wenn Sie sie fortsetzen, endet nur Ihre eigene Pause.",
    operator: "Auch der Entwickler hat sie pausiert.",
  },
  healthyTitle: "Tokens können erneuert werden",
  healthyText: "Es sind keine Probleme bekannt.",
  expiresTitle: (days) =>
    days === 0
      ? "Der Zugriff läuft heute ab"
      : plural(days, { one: "Der Zugriff läuft in 1 Tag ab", other: "Der Zugriff läuft in # Tagen ab" }),
  expiresToDo: {
    developer: "Erneuern Sie die Tokens. Nach dem Ablauf muss das Geschäft die App erneut verbinden.",
    operator: "Die App muss ihre Tokens erneuern. Nach dem Ablauf muss das Geschäft sie erneut verbinden.",
  },
  uninstalledTitle: {
    app: "Die App hat sich selbst deinstalliert",
    merchant: "Das Geschäft hat die App deinstalliert",
  },
  uninstalledBy: (platform) => `${platform} hat die App deinstalliert`,
  uninstalledUnknown: "Die App wurde deinstalliert",
  uninstalledText: "Ihre Tokens sind widerrufen. Das Geschäft kann die App erneut verbinden.",
  pendingAgainText: "Das Geschäft hat den Zugriff erneut erlaubt, aber die App hat den Code noch nicht eingetauscht.",
  blocked: {
    developer: (platform) => ({
      operator: `${platform} hat sie gesperrt, bevor sie deinstalliert wurde. Das Geschäft kann die App erst wieder verbinden, wenn ${platform} sie entsperrt.`,
      merchant:
        "Das Geschäft hat sie pausiert, bevor sie deinstalliert wurde. Um die App wieder zu verbinden, muss das Geschäft sie fortsetzen.",
      app: "Sie haben sie pausiert, bevor sie deinstalliert wurde. Das Geschäft kann die App erst wieder verbinden, wenn Sie sie fortsetzen.",
    }),
    operator: (platform) => ({
      operator: `${platform} hat sie gesperrt, bevor sie deinstalliert wurde. Das Geschäft kann die App erst wieder verbinden, wenn ${platform} sie entsperrt.`,
      merchant:
        "Das Geschäft hat sie pausiert, bevor sie deinstalliert wurde. Um die App wieder zu verbinden, muss das Geschäft sie fortsetzen.",
      app: "Der Entwickler hat sie pausiert, bevor sie deinstalliert wurde. Das Geschäft kann die App erst wieder verbinden, wenn der Entwickler sie fortsetzt.",
    }),
  },
  pendingTitle: "Die App hat den Code noch nicht eingetauscht",
  pendingText: "Das Geschäft hat den Zugriff erlaubt, aber die App hat noch keine Tokens.",
  since: "Beginn",
  sinceRefresh: "Letzter erfolgreicher Refresh",
  sinceConnect: "Verbunden, nie erneuert",
  expired: "Abgelaufen",
  revoked: "Widerrufen",
  expires: "Läuft ab",
  accessExpires: "Zugriff läuft ab",
  accessExpired: "Zugriff abgelaufen",
  accessRevoked: "Zugriff widerrufen",
  reason: "Grund",
  whoMustAct: "Wer handeln muss",
  toDo: "Was zu tun ist",
  firstThen: (first, others) => `${first}, dann ${others}`,
  suspendedBy: "Gesperrt von",
  developer,
  operator,
  actions: {
    unspecified: "Geändert",
    installed: "Installiert",
    connected_again: "Erneut verbunden",
    suspended: "Gesperrt",
    paused: "Pausiert",
    resumed: "Fortgesetzt",
    uninstalled: "Deinstalliert",
    refresh_token_reused: "Refresh-Token erneut benutzt, Tokens widerrufen",
    code_reused: "Code zweimal benutzt, Tokens widerrufen",
    token_revoked: "Token von der App widerrufen",
    scopes_removed: "Scopes entfernt",
    refresh_failed: (failure) => `Refresh fehlgeschlagen: ${failure}`,
    refreshed: "Letzter erfolgreicher Refresh",
    reinstalled: "Neu installiert",
    scopes_changed: "Mit anderen Scopes erneut verbunden",
  },
  actionsBy: {
    suspended: {
      developer: (platform) => ({
        app: "Von Ihnen pausiert",
        merchant: "Vom Geschäft pausiert",
        operator: `Von ${platform} gesperrt`,
      }),
      operator: (platform) => ({
        app: "Vom Entwickler pausiert",
        merchant: "Vom Geschäft pausiert",
        operator: `Von ${platform} gesperrt`,
      }),
    },
    resumed: {
      developer: (platform) => ({
        app: "Von Ihnen fortgesetzt",
        merchant: "Vom Geschäft fortgesetzt",
        operator: `Von ${platform} entsperrt`,
      }),
      operator: (platform) => ({
        app: "Vom Entwickler fortgesetzt",
        merchant: "Vom Geschäft fortgesetzt",
        operator: `Von ${platform} entsperrt`,
      }),
    },
    uninstalled: {
      developer: (platform) => ({
        app: "Von der App deinstalliert",
        merchant: "Vom Geschäft deinstalliert",
        operator: `Von ${platform} deinstalliert`,
      }),
      operator: (platform) => ({
        app: "Von der App deinstalliert",
        merchant: "Vom Geschäft deinstalliert",
        operator: `Von ${platform} deinstalliert`,
      }),
    },
  },
  byApp: "von der App",
  byParty: {
    developer: (platform) => ({ app: "von Ihnen", merchant: "vom Geschäft", operator: `von ${platform}` }),
    operator: (platform) => ({ app: "vom Entwickler", merchant: "vom Geschäft", operator: `von ${platform}` }),
  },
  added: (scopes) => `Hinzugefügt: ${scopes}`,
  removed: (scopes) => `Entfernt: ${scopes}`,
};
