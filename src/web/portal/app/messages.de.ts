import type { en } from "./messages.en.ts";

/** Texts of the page of an app, in German. */
export const de: typeof en = {
  revisionMark: "wartende Fassung",
  nextTitle: "Nächster Schritt",
  reviewerMessage: "Nachricht der Plattform:",
  unverified:
    "Sie können diese App bearbeiten und mit Testgeschäften ausprobieren. Zum Einreichen brauchen Sie eine bestätigte E-Mail-Adresse: Bitten Sie die Plattform, Ihre zu bestätigen.",
  next: {
    draft:
      "Das ist ein Entwurf. Vervollständigen Sie ihn, probieren Sie ihn auf einem Testgeschäft aus und reichen Sie ihn ein.",
    submitted: "Sie wartet auf die Prüfung. Um etwas zu ändern, ziehen Sie sie erst zurück.",
    in_review: "Sie wird gerade geprüft. Um etwas zu ändern, ziehen Sie sie erst zurück.",
    changes_requested: "Die Prüfung bittet um Änderungen. Nehmen Sie sie vor und reichen Sie neu ein.",
    approved:
      "Sie ist freigegeben. Geben Sie den Installationslink weiter. Änderungen werden geprüft, während diese Fassung weiter gilt.",
    rejected: "Sie wurde abgelehnt. Sie können sie ändern und neu einreichen.",
    suspended: "Die Plattform hat sie gesperrt. Ihre Tokens gelten nicht, bis sie entsperrt wird.",
    archived: "Sie ist archiviert.",
  },
  nextOfRevision: {
    draft: "Die App ist freigegeben. Ihre Änderungen sind ein Entwurf: Reichen Sie sie ein oder verwerfen Sie sie.",
    submitted: "Die App ist freigegeben. Ihre Änderungen warten auf die Prüfung.",
    in_review: "Die App ist freigegeben. Ihre Änderungen werden gerade geprüft.",
    changes_requested: "Die App ist freigegeben. Die Prüfung bittet um Änderungen an der neuen Fassung.",
    approved: "Die App ist freigegeben.",
    rejected: "Die App gilt wie bisher. Ihre Änderungen wurden abgelehnt; ändern oder verwerfen Sie sie.",
    suspended: "Die Plattform hat die App gesperrt.",
    archived: "Sie ist archiviert.",
  },
  edit: "Bearbeiten",
  change: "App ändern",
  submit: "Zur Prüfung einreichen",
  resubmit: "Neu einreichen",
  withdraw: "Zurückziehen",
  discard: "Änderungen verwerfen",
  pending: (number) => `Wartende Fassung ${number}`,
  pendingHint: "Bis zur Freigabe bleibt die geltende Fassung genau, wie sie ist.",
  fields: { website: "Website", support: "Support-Kontakt", launchUrl: "Start-URL" },
  profile: "Profil",
  scopeDecisions: {
    allowed: { mark: "von der Plattform erlaubt", hint: "" },
    refused: {
      mark: "von der Plattform abgelehnt",
      hint: "Geschäfte sehen ihn nicht, und Ihre App kann ihn nicht anfragen. Mit Ihrer nächsten Fassung entscheidet die Plattform neu.",
    },
    undecided: {
      mark: "noch nicht erlaubt",
      hint: "Die Plattform entscheidet bei der Prüfung der App. Bis dahin kann kein Geschäft ihn gewähren, auch kein Testgeschäft.",
    },
  },
  history: "Verlauf",
  byYou: "von Ihnen",
  byReviewer: "von der Plattform",
  actions: {
    create: "Angelegt",
    submit: "Eingereicht",
    withdraw: "Zurückgezogen",
    start_review: "Prüfung begonnen",
    approve: "Freigegeben",
    request_changes: "Änderungen erbeten",
    reject: "Abgelehnt",
    suspend: "Gesperrt",
    resume: "Entsperrt",
    archive: "Archiviert",
    discard_revision: "Änderungen verworfen",
  },
  archiveHeading: "App archivieren",
  archiveHint: "Deinstalliert sie endgültig von allen Geschäften.",
  archive: "App archivieren …",
  archivePage: {
    title: (name) => `${name} archivieren?`,
    text: "Ihre Tokens, ihre Secrets und ihr Installationslink gelten sofort nicht mehr. Das lässt sich nicht rückgängig machen.",
    count: (count) =>
      count === 0
        ? "Sie hat keine Installationen."
        : count === 1
          ? "1 Installation endet."
          : `${count} Installationen enden.`,
    confirm: "Diese App endgültig archivieren",
    unconfirmed: "Setzen Sie das Häkchen zur Bestätigung.",
    submit: "Archivieren",
    cancel: "Abbrechen",
  },
  difference: {
    title: "Änderungen in der Fassung",
    field: "Feld",
    live: "Jetzt",
    pending: "Neu",
    none: "Sie gleicht der geltenden Fassung.",
    empty: "nichts",
    noLogo: "kein Logo",
    logo: (digest) => `Logo ${digest}`,
    optional: "optional",
    required: "erforderlich",
    yes: "ja",
    no: "nein",
  },
  installLink: {
    title: "Installationslink",
    notYet: "Den Installationslink bekommt die App mit der Freigabe. Bis dahin läuft sie auf Ihren Testgeschäften.",
    rejected:
      "Die App wurde abgelehnt und läuft nirgends, auch nicht auf Ihren Testgeschäften. Sobald Sie sie neu einreichen, läuft sie dort wieder.",
    test: "Auf einem Testgeschäft ausprobieren",
    hint: "Wer ein Geschäft führt, folgt diesem Link, liest, worum die App bittet, und kommt über Ihre App zur Zustimmung.",
    hintPlatform:
      "Wer ein Geschäft führt, folgt diesem Link, liest, worum die App bittet, und kommt weiter zur Zustimmung.",
    hintAtApp:
      "Wer ein Geschäft führt und diesem Link folgt, liest, worum die App bittet und dass die Verbindung in der App selbst beginnt: Sie hat keine Start-URL.",
    link: "Installationslink",
    codeAlt: "QR-Code des Installationslinks",
    download: "QR-Code herunterladen (SVG)",
    installations: (count) =>
      count === 0
        ? "Noch keine Installationen"
        : count === 1
          ? "1 Installation und ihr Zustand"
          : `${count} Installationen und ihr Zustand`,
  },
};
