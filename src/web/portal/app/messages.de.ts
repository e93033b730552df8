import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the page of an app, in German. */
export const de: typeof en = {
  clientId: "Client-ID",
  overview: "Überblick",
  revisionState: (state) => `Fassung: ${state}`,
  nextTitle: "Nächster Schritt",
  reviewerMessage: (platform) => `Nachricht von ${platform}:`,
  unverified:
    "Sie können diese App bearbeiten und mit Testgeschäften ausprobieren. Bestätigen Sie vor dem Einreichen Ihre E-Mail-Adresse.",
  next: (platform) => ({
    draft:
      "Das ist ein Entwurf. Vervollständigen Sie ihn, probieren Sie die App mit einem Testgeschäft aus und reichen Sie sie zur Prüfung ein.",
    submitted:
      "Wartet auf Prüfung. Sie können die App mit einem Testgeschäft ausprobieren. Um sie zu ändern, ziehen Sie sie zuerst zurück.",
    in_review:
      "Wird gerade geprüft. Sie können die App mit einem Testgeschäft ausprobieren. Um sie zu ändern, ziehen Sie sie zuerst zurück.",
    changes_requested: `${platform} hat Änderungen angefordert. Nehmen Sie sie vor und reichen Sie die App erneut ein.`,
    approved:
      "Die App ist live. Geben Sie ihren Installationslink an Geschäfte weiter. Sie behalten diese Fassung, während Änderungen geprüft werden.",
    rejected: "Die App wurde abgelehnt. Sie können sie ändern und erneut einreichen.",
    suspended: `${platform} hat die App gesperrt. Ihre Tokens funktionieren nicht, bis ${platform} sie entsperrt. Beheben Sie das Problem und wenden Sie sich an ${platform}.`,
    archived: "Die App ist archiviert.",
  }),
  complete:
    "Das ist ein vollständiger Entwurf: Probieren Sie ihn mit einem Testgeschäft aus, und reichen Sie ihn zur Prüfung ein.",
  approvedNowhere:
    "Die App ist live, aber Geschäfte können sie nicht über ihren Installationslink installieren: Sie hat weder eine Start-URL noch eine Website.",
  nowhere:
    "Geschäfte könnten die App nicht über ihren Installationslink installieren: Sie hat weder eine Start-URL noch eine Website.",
  nowhereSubmitted: "Um eine anzugeben, ziehen Sie die Einreichung zurück, oder warten Sie die Entscheidung ab.",
  nextOfRevision: (platform) => ({
    draft:
      "Die App ist live. Ihre Änderungen sind ein Entwurf. Reichen Sie ihn zur Prüfung ein: Mit der Freigabe gelten sie für Geschäfte.",
    submitted:
      "Die App ist live. Ihre Änderungen warten auf Prüfung. Um sie zu bearbeiten, ziehen Sie sie zuerst zurück.",
    in_review:
      "Die App ist live. Ihre Änderungen werden gerade geprüft. Um sie zu bearbeiten, ziehen Sie sie zuerst zurück.",
    changes_requested: `Die App ist live. ${platform} hat Änderungen an Ihrer Fassung angefordert.`,
    approved: "Die App ist live.",
    rejected: "Die App ist live. Ihre Änderungen wurden abgelehnt. Bearbeiten oder verwerfen Sie sie.",
    suspended: `${platform} hat die App gesperrt.`,
    archived: "Die App ist archiviert.",
  }),
  urgent: (count) =>
    plural(count, {
      one: "Die App ist live, aber bei 1 Installation besteht Handlungsbedarf: Der Refresh schlägt fehl, oder der Zugriff ist abgelaufen oder widerrufen.",
      other:
        "Die App ist live, aber bei # Installationen besteht Handlungsbedarf: Der Refresh schlägt fehl, oder der Zugriff ist abgelaufen oder widerrufen.",
    }),
  also: {
    title: "Außerdem zu tun",
    urgent: "Zuerst zu tun",
    openEndpoint: "Diesen Endpunkt öffnen",
    endpoint: (host) => `Webhook-Endpunkt ${host} prüfen`,
    failing: (day) => `Seine Zustellungen schlagen seit dem ${day} fehl.`,
    disabled: (day) => `Er wurde am ${day} deaktiviert, weil seine Zustellungen fehlschlugen.`,
    attention: (count) =>
      plural(count, {
        one: "Bei 1 Installation besteht Handlungsbedarf",
        other: "Bei # Installationen besteht Handlungsbedarf",
      }),
    why: "Der Refresh schlägt fehl, oder der Zugriff ist abgelaufen oder widerrufen.",
    switch: (hint) => `Server auf das Secret …${hint} umstellen`,
    ends: (hint, day) => `Das Secret …${hint} gilt nur noch bis zum ${day}.`,
    stillUsed: (hint, day) => `Ihr Server benutzt noch das Secret …${hint}, das nur noch bis zum ${day} gilt.`,
  },
  sameName: "Ihr Team hat noch eine App mit diesem Namen. Archivieren Sie diese, wenn sie aus Versehen angelegt wurde.",
  openOther: (name) => `Die andere App ${name} öffnen`,
  openUrgent: "Diese Installationen öffnen",
  verify: "E-Mail-Adresse bestätigen",
  edit: "App bearbeiten",
  editShort: "Bearbeiten",
  editProfile: "Profil bearbeiten",
  submit: "Zur Prüfung einreichen",
  submitAgain: "Erneut einreichen",
  missing: "Beheben Sie das vor dem Einreichen:",
  addNote: "Nachricht an die Prüfung hinzufügen",
  withdraw: "Einreichung zurückziehen",
  discard: "Änderungen verwerfen",
  pending: (number) => `Ausstehende Fassung ${number}`,
  pendingHint: "Die Live-Fassung ändert sich erst, wenn diese Fassung freigegeben ist.",
  fields: {
    website: "Website",
    support: "Support-Kontakt",
    privacyPolicy: "Datenschutzerklärung",
    launchUrl: "Start-URL",
  },
  profile: "Profil",
  webhooks: "Webhooks verwalten",
  endpointSince: "Seit",
  moreEndpoints: (count) => plural(count, { one: "1 weiterer Endpunkt", other: "# weitere Endpunkte" }),
  history: "Verlauf",
  earlier: (count) => plural(count, { one: "1 früheren Schritt anzeigen", other: "# frühere Schritte anzeigen" }),
  byYou: (name) => `von Ihnen (${name})`,
  byMember: (name) => `von ${name}`,
  byReviewer: (platform) => `von ${platform}`,
  archiveHeading: "App archivieren",
  archiveHint:
    "Beendet die App endgültig und deinstalliert sie bei Geschäften, die sie haben. Das lässt sich nicht rückgängig machen.",
  archive: "App archivieren …",
  done: {
    create:
      "Entwurf gespeichert. Sie können die App mit einem Testgeschäft ausprobieren und zur Prüfung einreichen, wenn Sie so weit sind.",
    save: "Änderungen gespeichert.",
    saveFirstDraft: "Entwurf gespeichert. Reichen Sie ihn zur Prüfung ein, wenn er fertig ist.",
    saveDraft: "Entwurf gespeichert. Für Geschäfte ändert sich nichts, bis Sie ihn einreichen und er freigegeben ist.",
    saveIncomplete: "Als Entwurf gespeichert. Beheben Sie das vor dem Einreichen, wie unten aufgeführt.",
    saveDraftWithoutNote:
      "Entwurf gespeichert, ohne Ihre Nachricht an die Prüfung: Sie wird gesendet, wenn Sie die App einreichen.",
    submit: "Zur Prüfung eingereicht. Die Entscheidung erscheint auf dieser Seite.",
    alreadySubmitted: "Schon eingereicht. Die Entscheidung sehen Sie auf dieser Seite.",
    withdraw: "Einreichung zurückgezogen. Bearbeiten Sie die App und reichen Sie sie erneut ein, wenn sie fertig ist.",
    discard: "Änderungen verworfen. Die Live-Fassung bleibt, wie sie ist.",
    archive: "App archiviert. Sie wird bei allen Geschäften deinstalliert.",
    retireNow: "Secret ungültig gemacht. Anfragen damit schlagen ab jetzt fehl.",
    retireLater: "Das Secret gilt noch 7 Tage. Stellen Sie Ihre Server vorher um.",
  },
  secretUnknown: "Die App hat kein solches Secret.",
  toSecrets: "Zu den Secrets",
  late: {
    archived: "Die App wurde in einem anderen Fenster archiviert, deshalb ist dieser Schritt nicht mehr möglich.",
    alreadyArchived: "Die App ist schon archiviert.",
    alreadyWithdrawn:
      "Die Einreichung ist schon zurückgezogen. Bearbeiten Sie die App und reichen Sie sie erneut ein, wenn sie fertig ist.",
    decided: "Die Prüfung ist beendet, also wurde nichts zurückgezogen. Die Entscheidung steht auf dieser Seite.",
    nothingToDiscard: "Es gibt keine Änderungen zu verwerfen: Sie sind schon verworfen oder freigegeben.",
    changed: "Die App wurde in einem anderen Fenster geändert, deshalb ist dieser Schritt nicht mehr möglich.",
  },
  archivePage: {
    title: (name) => `${name} archivieren?`,
    text: "Die App wird überall deinstalliert. Tokens, Secrets und Installationslink funktionieren sofort nicht mehr. Profil und Verlauf bleiben hier lesbar. Das lässt sich nicht rückgängig machen.",
    count: (count) =>
      count === 0
        ? "Kein Geschäft hat sie installiert."
        : plural(count, { one: "1 Geschäft verliert die App.", other: "# Geschäfte verlieren die App." }),
    confirm: "Ich verstehe die Auswirkung",
    unconfirmed: "Setzen Sie das Häkchen zur Bestätigung.",
    submit: "App archivieren",
    cancel: "Abbrechen",
  },
  difference: {
    title: "Änderungen in dieser Fassung",
    field: "Feld",
    live: "Live",
    pending: "Ausstehend",
    none: "Diese Fassung enthält keine Änderungen.",
    empty: "Keine Angabe",
    noLogo: "kein Logo",
    logo: (digest) => `Logo ${digest}`,
    optional: "Optional",
    required: "Erforderlich",
  },
  summary: {
    title: "Kennzahlen der App",
    installations: "Derzeit installiert",
    installs: (count) =>
      plural(count, {
        one: "1 Installation in den letzten 30 Tagen",
        other: "# Installationen in den letzten 30 Tagen",
      }),
    installsFollow: "Installationen der letzten 30 Tage folgen innerhalb von Minuten",
    expiring: (count) =>
      count === 0
        ? "Keine läuft bald ab"
        : plural(count, { one: "1 weitere läuft bald ab", other: "# weitere laufen bald ab" }),
    failures: "Fehlgeschlagene Refreshes, letzte 30 Tage",
  },
  installLink: {
    title: "Installationslink",
    notYet:
      "Die App bekommt ihren Installationslink mit der Freigabe. Bis dahin funktioniert sie mit Ihren Testgeschäften.",
    rejected:
      "Die App wurde abgelehnt und funktioniert deshalb nicht, auch nicht mit Testgeschäften. Dort funktioniert sie wieder, sobald Sie sie erneut einreichen.",
    test: "Mit einem Testgeschäft ausprobieren",
    quickstart: "Im Schnellstart verwenden",
    hint: "Geschäfte öffnen diesen Link, sehen, welchen Zugriff die App anfordert, und gelangen über Ihre App zur Zustimmungsseite.",
    hintPlatform:
      "Geschäfte öffnen diesen Link, sehen, welchen Zugriff die App anfordert, und gelangen zur Zustimmungsseite.",
    hintAtApp:
      "Geschäfte öffnen diesen Link, sehen, welchen Zugriff die App anfordert, und beginnen die Verbindung auf der Website der App, denn sie hat keine Start-URL.",
    hintNowhere:
      "Geschäfte können die App nicht über diesen Link installieren, denn sie hat weder eine Start-URL noch eine Website: Sie erfahren nur, dass sie in der App selbst beginnen.",
    addLaunchUrl: "Start-URL hinzufügen",
    link: "Installationslink",
    copyLink: "Installationslink kopieren",
    codeAlt: "QR-Code des Installationslinks",
    download: "QR-Code herunterladen (SVG)",
  },
};
