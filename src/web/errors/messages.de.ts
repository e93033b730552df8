import type { en } from "./messages.en.ts";

/** Texts of the error pages, in German. */
export const de: typeof en = {
  refusals: {
    APP_REFUSED: "Die App kann zurzeit nicht verbunden werden. Gehen Sie zurück zur App und beginnen Sie von vorn.",
    ACCOUNT_CHANGED: "Das Konto wurde inzwischen geändert. Versuchen Sie es noch einmal.",
    ACCOUNT_CLOSED: "Der Inhaber hat dieses Konto endgültig geschlossen. Wählen Sie ein anderes Konto.",
    LAST_OPERATOR:
      "Die Plattform braucht mindestens einen Betreiber. Machen Sie zuerst ein anderes Konto zum Betreiber.",
    HAS_APPS: "Ihr Team hat Apps. Archivieren Sie diese zuerst.",
    CHANGED: "Das Passwort wurde inzwischen geändert. Melden Sie sich noch einmal an.",
    EMAIL_CHANGED: "Die E-Mail-Adresse des Kontos hat sich geändert. Laden Sie die Seite neu.",
    EMAIL_TAKEN: "Für diese E-Mail-Adresse gibt es bereits ein Konto.",
    EMAIL_UNVERIFIED:
      "Die E-Mail-Adresse dieses Kontos ist nicht bestätigt. Wer das Konto nutzt, kann sie unter „Profil“ bestätigen.",
    ENDPOINT_LIMIT:
      "Sie haben die Höchstzahl an Webhook-Endpunkten erreicht. Löschen Sie einen, bevor Sie einen weiteren anlegen.",
    CLAIMED:
      "Ein anderer Betreiber hat diese Prüfung übernommen. Wählen Sie eine andere App, oder übernehmen Sie die Prüfung selbst.",
    INVALID:
      "Einige Eingaben wurden nicht angenommen. Gehen Sie zurück, prüfen Sie die Felder und senden Sie das Formular noch einmal.",
    INVITATION_USED: "Die Einladung wurde schon angenommen.",
    INVITATION_REVOKED: "Diese Einladung wurde zurückgezogen, oder eine neuere hat sie ersetzt.",
    LAST_OWNER: "Ein Geschäft braucht mindestens einen Inhaber. Fügen Sie zuerst einen anderen hinzu.",
    LAST_SECRET: "Das ist das einzige Secret. Legen Sie ein weiteres an, bevor Sie es löschen.",
    PASSKEY_EXISTS: "Dieser Passkey ist schon registriert.",
    PASSKEY_LIMIT:
      "Sie haben die Höchstzahl an Passkeys erreicht. Entfernen Sie einen, bevor Sie einen weiteren hinzufügen.",
    PASSKEYS_OFF: "Passkeys sind unter dieser Adresse nicht verfügbar.",
    MERCHANT_CLOSED: "Dieses Geschäft ist endgültig geschlossen.",
    MERCHANT_EXISTS: "Diese Kennung ist oder war vergeben. Kennungen können nicht wiederverwendet werden.",
    MERCHANT_MISSING: "Wählen Sie den Shop, mit dem die App arbeiten soll.",
    NAME_IN_USE: "Dieser Name gehört zur Prüfung Ihrer Apps. Bitten Sie die Plattform, ihn zu ändern.",
    NOT_INSTALLED: "Die App ist bei diesem Geschäft nicht mehr installiert.",
    NO_PASSWORD: "Dieses Konto meldet sich ohne Passwort an.",
    OWN_ACCOUNT: "Mit Ihrem eigenen Konto geht das nicht.",
    PAGE_TOKEN: "Diese Seite der Liste ist abgelaufen. Beginnen Sie mit der ersten Seite.",
    PUBLIC_APP: "Eine öffentliche App hat kein Secret.",
    REVISION_CHANGED: "Die Fassung hat sich geändert. Laden Sie die Seite neu und lesen Sie zuerst die Fassung.",
    SECRET_LIMIT: "Zwei Secrets sind bereits aktiv. Lassen Sie eines auslaufen, bevor Sie ein weiteres anlegen.",
    EMAIL_VERIFIED: "Diese E-Mail-Adresse ist schon bestätigt.",
    EMAIL_UNCHANGED: "Das ist bereits Ihre Adresse.",
    NO_EMAIL_CHANGE: "Es wartet keine Änderung der E-Mail-Adresse.",
    MAIL_OFF: "Diese Plattform versendet keine E-Mails. Bitten Sie die Plattform um Hilfe.",
    NO_SECOND_FACTOR: "Richten Sie zuerst die Bestätigung in zwei Schritten ein.",
    SECOND_FACTOR_REQUIRED: "Bestätigen Sie mit Ihrem zweiten Faktor, dass Sie es sind.",
    SIGN_IN_EXPIRED:
      "Die Anmeldung hat zu lange gedauert, oder der Code war zu oft falsch. Melden Sie sich noch einmal an.",
    TOTP_EXISTS: "Es ist schon eine Authentifizierungs-App eingerichtet. Entfernen Sie diese zuerst.",
    TOTP_REPLACED: "In einem anderen Fenster wurde ein neuerer Schlüssel erzeugt. Beginnen Sie die Einrichtung neu.",
    VERIFICATION_REQUIRED: "Bestätigen Sie, dass Sie es sind, und versuchen Sie es dann noch einmal.",
    START_AT_APP: "Diese App lässt sich nur in der App selbst installieren.",
    STATE: "Der Status der App hat sich geändert und erlaubt diesen Schritt nicht.",
    SUSPENDED_BY_ANOTHER: "Die Sperre stammt von einer anderen Partei. Nur diese Partei kann sie aufheben.",
    OWN_EMAIL_UNVERIFIED: "Bestätigen Sie zuerst die E-Mail-Adresse Ihres Kontos.",
    ALREADY_MEMBER: "Diese E-Mail-Adresse gehört einem Mitglied mit dieser oder einer höheren Rolle.",
    TEAM_ACCOUNT: "Das Entwicklerkonto des Teams ist immer Inhaber.",
    TEAM_LIMIT: "Ein Team hat höchstens 100 Mitglieder. Entfernen Sie zuerst eines.",
    TEAM_MEMBER_NOT_FOUND: "Dieses Konto ist kein Mitglied des Teams.",
    OWNER_ONLY: "Das können nur Inhaber.",
    TEST_MERCHANT: "Ein Testgeschäft hat die Mitglieder seines Teams. Ändern Sie stattdessen das Team.",
  },
  requestId: "Wenn Sie um Hilfe bitten, nennen Sie diese Anfragenummer:",
  signInToSee: "Diese Seite gibt es nicht, oder Sie müssen sich anmelden, um sie zu sehen.",
  internal: (platform) => `Versuchen Sie es noch einmal. Bleibt das Problem bestehen, wenden Sie sich an ${platform}.`,
  connectedApps: "Verbundene Apps ansehen",
  connectAgain: "Erneut verbinden",
  stillConnected: (app, shop) => (shop === "" ? `${app} bleibt verbunden` : `${app} bleibt mit ${shop} verbunden`),
  stillConnectedText:
    "Sie haben die neue Anfrage nicht erlaubt. Deshalb hat sich nichts geändert. Unter „Verbundene Apps“ ändern Sie ihre Berechtigungen oder deinstallieren sie.",
  openApp: (app) => `${app} öffnen`,
  notListed: "Fehlt sie dort?",
  home: "Zur Startseite",
  signIn: "Anmelden",
  signInOther: "Mit einem anderen Konto anmelden",
  retry: "Noch einmal versuchen",
  wait: (wait) => `Warten Sie ${wait} und versuchen Sie es dann noch einmal.`,
  unavailable: (platform) => `${platform} ist vorübergehend nicht verfügbar`,
  typed: "Ihr Text",
  titles: {
    400: "Ungültige Anfrage",
    403: "Kein Zugriff",
    404: "Seite nicht gefunden",
    405: "Methode nicht erlaubt",
    409: "Nicht mehr möglich",
    410: "Abgelaufen",
    413: "Anfrage zu groß",
    415: "Ungültige Anfrage",
    429: "Zu viele Versuche",
    500: "Bei uns ist etwas schiefgegangen",
  },
  reasonTitles: {
    developers_only: "Sie sind in keinem Entwicklerteam",
    app: "Diese App lässt sich nicht verbinden",
    app_refused: "Diese App lässt sich nicht verbinden",
    app_suspended: "Diese App ist gesperrt",
    authorization_embedded: "Diese App lässt sich hier nicht verbinden",
    consent_refused: "Diese App lässt sich nicht verbinden",
    external_failed: "Anmeldung fehlgeschlagen",
    external_refused: "Sie können sich hier nicht anmelden",
    external_unavailable: "Anmeldung vorübergehend nicht verfügbar",
    form_token: "Dieses Formular ist abgelaufen",
    install_not_found: "App nicht gefunden",
    installation_not_found: "Sie haben keinen Zugriff auf diese App",
    shop_not_found: "Sie haben keinen Zugriff auf diesen Shop",
    install_token: "Dieser Installationslink gilt nicht mehr",
    interaction_expired: "Diese Anfrage ist abgelaufen",
    interaction_not_found: "Diese Anfrage ist nicht verfügbar",
    interaction_approved: "Sie haben diese App erlaubt",
    interaction_denied: "Sie haben diese App nicht erlaubt",
    interaction_used: "Diese Anfrage ist schon beantwortet",
    invitation_not_found: "Diese Einladung gilt nicht mehr",
    redirect_uri: "Diese App lässt sich nicht verbinden",
  },
  titlesWithApp: {
    app_suspended: (app) => `${app} ist gesperrt`,
    interaction_expired: (app) => `Die Anfrage von ${app} ist abgelaufen`,
    interaction_approved: (app, shop) => `Sie haben ${app}${shop === "" ? "" : ` für ${shop}`} erlaubt`,
    interaction_denied: (app) => `Sie haben ${app} nicht erlaubt`,
    interaction_used: (app) => `Diese Anfrage von ${app} ist schon beantwortet`,
  },
  suspendedBy: ({ appName, developerName, platform }) =>
    `${platform} hat ${appName} von ${developerName} gesperrt, deshalb können Sie die App nicht installieren. Es wurde nichts installiert, und es wurden keine Daten weitergegeben. Ist die App schon mit Ihrem Shop verbunden, bleibt sie verbunden, erhält aber keine Daten. Das endet, wenn ${platform} die App entsperrt.`,
  causes: {
    interaction_not_found: [
      ["Die Anfrage gehört zu einem anderen Konto.", "Melden Sie sich mit dem Konto an, das sie begonnen hat."],
      [
        "Sie ist abgelaufen, durch eine neuere ersetzt oder ihre Adresse ist unvollständig.",
        "Beginnen Sie in der App von vorn.",
      ],
    ],
  },
  statuses: {
    403: "Ihr Konto hat dafür keine Berechtigung.",
    404: "Diese Seite gibt es nicht, oder Ihr Konto hat keinen Zugriff darauf.",
    405: "Diese Adresse nimmt die Anfrage nicht an. Gehen Sie zurück und versuchen Sie es noch einmal.",
    413: "Die Anfrage ist größer als erlaubt.",
    429: "Zu viele Versuche.",
    503: "Versuchen Sie es gleich noch einmal.",
  },
  reasons: {
    form_malformed:
      "Das Formular kam nicht richtig an. Gehen Sie zurück, laden Sie die Seite neu und senden Sie es noch einmal.",
    form_token:
      "Das Formular ist abgelaufen, oder Cookies sind ausgeschaltet. Laden Sie die Seite neu und senden Sie es noch einmal.",
    form_origin: "Das Formular kam nicht von einer Seite dieses Servers und wurde abgelehnt.",
    not_found: "Diese Seite gibt es nicht, oder Ihr Konto hat keinen Zugriff darauf.",
    own_app:
      "Sie haben keinen Zugriff auf diese App, oder es gibt sie nicht. Wenden Sie sich an einen Inhaber des Teams, zu dem die App gehört.",
    own_app_form:
      "Sie haben keinen Zugriff mehr auf diese App, oder es gibt sie nicht. Es wurde nichts gespeichert. Wenden Sie sich an einen Inhaber des Teams, zu dem die App gehört.",
    interaction_not_found: "Sie können diese Verbindungsanfrage nicht beantworten. Einer dieser Gründe trifft zu:",
    interaction_used:
      "Es hat sich nichts geändert. Haben Sie die App erlaubt, steht sie unter Ihren verbundenen Apps. Sonst verbinden Sie die App erneut.",
    interaction_approved: "Die App steht unter Ihren verbundenen Apps. Diese Seite erneut zu öffnen ändert nichts.",
    interaction_denied:
      "Die App hat durch diese Anfrage keinen Zugriff bekommen. Haben Sie es sich anders überlegt, verbinden Sie die App erneut.",
    interaction_expired:
      "Diese Verbindungsanfrage ist nach zehn Minuten abgelaufen. Es wurden keine Daten weitergegeben. Verbinden Sie die App erneut.",
    install_not_found:
      "Unter dieser Adresse gibt es keine App. Prüfen Sie, ob der Link vollständig ist, oder bitten Sie den Entwickler der App um einen neuen.",
    app_suspended:
      "Die Plattform hat diese App gesperrt, deshalb können Sie sie nicht verbinden. Es wurde nichts installiert, und es wurden keine Daten weitergegeben. Die App lässt sich wieder verbinden, wenn die Plattform sie entsperrt.",
    app_refused:
      "Die App lässt sich zurzeit nicht verbinden. Es wurden keine Daten weitergegeben. Vielleicht ist sie gesperrt: Fragen Sie den Entwickler der App nach dem Grund.",
    consent_refused:
      "Mit dieser Anfrage lässt sich die App nicht verbinden. Es wurden keine Daten weitergegeben. Beginnen Sie in der App von vorn.",
    invitation_not_found:
      "Sie wurde schon benutzt oder zurückgezogen, oder sie ist abgelaufen. Wenn Sie sie schon angenommen haben, melden Sie sich an. Bitten Sie sonst um eine neue.",
    sign_up_closed: "Für ein neues Konto brauchen Sie eine Einladung.",
    external_closed: "Diese Art der Anmeldung ist nicht verfügbar.",
    external_failed:
      "Die Anmeldung wurde abgebrochen oder ist fehlgeschlagen. Versuchen Sie es noch einmal oder melden Sie sich auf einem anderen Weg an, wenn Ihr Konto das erlaubt.",
    external_refused: "Ihr Konto darf sich hier nicht anmelden.",
    external_unavailable:
      "Die Anmeldung über die Plattform ist vorübergehend nicht verfügbar. Versuchen Sie es gleich noch einmal.",
    limit: "Zu viele Versuche.",
    sign_up_limit: "Es gab zu viele Versuche, ein Konto anzulegen. Versuchen Sie es später noch einmal.",
    authorization_embedded:
      "Eine App lässt sich nicht innerhalb einer anderen Seite verbinden. Beginnen Sie in der App von vorn.",
    authorization_limit:
      "Zu viele Verbindungsanfragen sind offen. Schließen Sie eine ab, oder warten Sie einige Minuten und beginnen Sie dann in der App von vorn.",
    forbidden: "Ihr Konto hat dafür keine Berechtigung.",
    unavailable: "Wenn Sie etwas geändert haben, prüfen Sie vor einem neuen Versuch, ob es gespeichert wurde.",
    developers_only:
      "Das Entwicklerportal ist für Entwicklerkonten und die Mitglieder ihrer Teams. Waren Sie vorher Mitglied, ist Ihre Mitgliedschaft beendet: Um zurückzukehren, bitten Sie einen Inhaber des Teams um eine neue Einladung.",
    operators_only: "Für diese Seite brauchen Sie ein Betreiberkonto.",
    disconnect_forbidden: "Nur Inhaber und Manager des Shops können seine Apps pausieren und deinstallieren.",
    installation_not_found:
      "Ihr Konto hat keinen Zugriff auf den Shop dieser App. Wenn Sie vorher Mitglied waren, bitten Sie einen Inhaber des Shops um eine neue Einladung. Die App bleibt, wie sie ist.",
    shop_not_found: "Wenn Sie vorher Mitglied waren, bitten Sie einen Inhaber des Shops um eine neue Einladung.",
    bad_request:
      "Der Server kann diese Adresse oder Anfrage nicht lesen. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.",
    app: "Diese App gibt es nicht, oder sie lässt sich zurzeit nicht verbinden. Es wurden keine Daten weitergegeben. Vielleicht ist sie gesperrt: Fragen Sie den Entwickler der App nach dem Grund, und nennen Sie die Anfragenummer.",
    redirect_uri:
      "Die App hat keine Rückkehradresse gesendet oder eine, die nicht für sie registriert ist. Zu Ihrer Sicherheit wurden Sie nicht weitergeleitet, und nichts wurde weitergegeben. Nur der Entwickler der App kann das beheben: Nennen Sie ihm die Anfragenummer.",
    install_token:
      "Der Link gilt nur einmal und läuft nach zehn Minuten ab. Beginnen Sie auf der Installationsseite der App von vorn.",
  },
};
