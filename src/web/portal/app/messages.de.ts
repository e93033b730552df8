import type { en } from "./messages.en.ts";

/** Texts of the page of an app, in German. */
export const de: typeof en = {
  revisionMark: "ausstehende Fassung",
  nextTitle: "Nächster Schritt",
  reviewerMessage: "Nachricht der Plattform:",
  unverified:
    "Sie können diese App bearbeiten und mit Testgeschäften ausprobieren. Zum Einreichen brauchen Sie eine bestätigte E-Mail-Adresse: Bitten Sie die Plattform, Ihre zu bestätigen.",
  next: {
    draft:
      "Das ist ein Entwurf. Vervollständigen Sie ihn, probieren Sie ihn auf einem Testgeschäft aus und reichen Sie ihn zur Prüfung ein.",
    submitted: "Sie wartet auf die Prüfung. Um etwas zu ändern, ziehen Sie sie erst zurück.",
    in_review: "Sie wird gerade geprüft. Um etwas zu ändern, ziehen Sie sie erst zurück.",
    changes_requested: "Die Prüfung verlangt Änderungen. Nehmen Sie sie vor und reichen Sie die App neu ein.",
    approved:
      "Sie ist freigegeben. Geben Sie den Installationslink unten weiter. Diese Fassung bleibt in Betrieb, während Änderungen geprüft werden.",
    rejected: "Sie wurde abgelehnt. Sie können sie ändern und neu einreichen.",
    suspended: "Die Plattform hat sie gesperrt. Ihre Tokens funktionieren nicht, bis sie entsperrt wird.",
    archived: "Sie ist archiviert.",
  },
  nextOfRevision: {
    draft:
      "Die App ist freigegeben. Ihre Änderungen sind ein Entwurf. Reichen Sie sie zur Prüfung ein, oder verwerfen Sie sie.",
    submitted: "Die App ist freigegeben. Ihre Änderungen warten auf die Prüfung.",
    in_review: "Die App ist freigegeben. Ihre Änderungen werden gerade geprüft.",
    changes_requested: "Die App ist freigegeben. Die Prüfung verlangt Änderungen an Ihrer Fassung.",
    approved: "Die App ist freigegeben.",
    rejected: "Die App ist freigegeben. Ihre Änderungen wurden abgelehnt. Bearbeiten oder verwerfen Sie sie.",
    suspended: "Die Plattform hat die App gesperrt.",
    archived: "Sie ist archiviert.",
  },
  edit: "Bearbeiten",
  change: "App bearbeiten",
  submit: "Zur Prüfung einreichen",
  resubmit: "Neu einreichen",
  withdraw: "Zurückziehen",
  discard: "Änderungen verwerfen",
  pending: (number) => `Ausstehende Fassung ${number}`,
  pendingHint: "Die freigegebene Fassung ändert sich erst, wenn diese freigegeben wird.",
  fields: { website: "Website", support: "Support-Kontakt", launchUrl: "Start-URL" },
  profile: "Profil",
  scopeDecisions: {
    allowed: { mark: "von der Plattform erlaubt", hint: "" },
    refused: {
      mark: "von der Plattform abgelehnt",
      hint: "Geschäfte sehen ihn nicht, und Ihre App kann ihn nicht anfordern. Bei der Prüfung Ihrer nächsten Fassung entscheidet die Plattform neu.",
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
    request_changes: "Änderungen verlangt",
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
    text: "Tokens, Secrets und Installationslink funktionieren sofort nicht mehr. Das lässt sich nicht rückgängig machen.",
    count: (count) =>
      count === 0
        ? "Sie hat keine Installationen."
        : count === 1
          ? "Sie wird von 1 Geschäft deinstalliert."
          : `Sie wird von ${count} Geschäften deinstalliert.`,
    confirm: "Diese App endgültig archivieren",
    unconfirmed: "Setzen Sie das Häkchen zur Bestätigung.",
    submit: "Archivieren",
    cancel: "Abbrechen",
  },
  difference: {
    title: "Änderungen in der Fassung",
    field: "Feld",
    live: "In Betrieb",
    pending: "Ausstehend",
    none: "Die Fassung enthält keine Änderungen.",
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
    notYet:
      "Die App bekommt ihren Installationslink mit der Freigabe. Bis dahin funktioniert sie auf Ihren Testgeschäften.",
    rejected:
      "Die App wurde abgelehnt und funktioniert deshalb nicht, auch nicht auf Testgeschäften. Dort funktioniert sie wieder, sobald Sie sie neu einreichen.",
    test: "Auf einem Testgeschäft ausprobieren",
    hint: "Geschäfte öffnen diesen Link, sehen, worum die App bittet, und gelangen über Ihre App zur Zustimmungsseite.",
    hintPlatform: "Geschäfte öffnen diesen Link, sehen, worum die App bittet, und gelangen zur Zustimmungsseite.",
    hintAtApp:
      "Geschäfte, die diesen Link öffnen, sehen, worum die App bittet. Verbinden müssen sie sie in der App selbst, weil diese keine Start-URL hat.",
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
