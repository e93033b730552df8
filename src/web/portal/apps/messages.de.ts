import type { en } from "./messages.en.ts";

/** Texts of the developer's list of apps, in German. */
export const de: typeof en = {
  title: "Ihre Apps",
  create: "App einreichen",
  search: "Name beginnt mit",
  state: "Status",
  none: "Keine Apps gefunden.",
  columns: { app: "App", state: "Status", next: "Nächster Schritt", changed: "Geändert" },
  next: {
    draft: "Vervollständigen und zur Prüfung einreichen.",
    submitted: "Auf die Prüfung warten oder auf einem Testgeschäft ausprobieren.",
    in_review: "Sie wird gerade geprüft. Das Ergebnis erscheint hier.",
    changes_requested: "Die Nachricht der Prüfung lesen, ändern und neu einreichen.",
    approved: "Den Installationslink weitergeben.",
    rejected: "Den Grund lesen. Sie können die App ändern und neu einreichen.",
    suspended: "Die Plattform hat sie gesperrt. Lesen Sie den Grund.",
    archived: "Sie ist archiviert.",
  },
  empty: {
    title: "Von der Idee zur installierten App",
    lead: "Sie haben noch keine Apps. So geht es:",
    steps: [
      [
        "Beschreiben.",
        "Name, Zweck, Redirect-URIs, und welche Daten sie warum braucht. Einen Entwurf können Sie jederzeit speichern.",
      ],
      ["Ausprobieren.", "Installieren Sie sie auf Ihrem Testgeschäft. Das geht schon vor der Prüfung."],
      ["Einreichen.", "Die Prüfung gibt sie frei oder verlangt Änderungen."],
      [
        "Den Installationslink weitergeben.",
        "Geschäfte, die ihn öffnen, sehen, worum die App bittet und wie sie verbunden wird.",
      ],
    ],
  },
};
