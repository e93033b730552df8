import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the developer's list of apps, in German. */
export const de: typeof en = {
  title: "Ihre Apps",
  create: "App anlegen",
  search: "Name",
  state: "Status",
  none: "Keine Apps gefunden.",
  columns: {
    app: "App",
    state: "Status",
    installations: "Installationen",
    next: "Nächster Schritt",
    changed: "Geändert",
  },
  attention: (count) => plural(count, { one: "# mit Handlungsbedarf", other: "# mit Handlungsbedarf" }),
  next: {
    urgent: "Prüfen Sie die Installationen mit Handlungsbedarf.",
    draft: "Vervollständigen Sie die App und reichen Sie sie zur Prüfung ein.",
    revision: "Reichen Sie Ihre Änderungen ein oder verwerfen Sie sie.",
    submitted: "Wartet auf Prüfung. Sie können sie mit einem Testgeschäft ausprobieren.",
    in_review: "Wird gerade geprüft. Die Entscheidung erscheint hier.",
    changes_requested: "Lesen Sie die Nachricht, ändern Sie die App und reichen Sie sie neu ein.",
    approved: "Geben Sie den Installationslink weiter.",
    rejected: "Lesen Sie den Grund. Sie können die App ändern und neu einreichen.",
    suspended: "Lesen Sie, warum die App gesperrt ist.",
    archived: "Keiner.",
  },
  start: {
    title: "Erste Schritte",
    testMerchants: "Probieren Sie eine App vor der Prüfung aus, ohne echtes Geschäft.",
    team: "Laden Sie die Personen ein, die an Ihren Apps arbeiten.",
    check: "Finden Sie heraus, warum eine Autorisierungs-URL abgelehnt wird.",
  },
  empty: {
    title: "Von der Idee zur installierten App",
    lead: "Sie haben noch keine Apps. So geht es:",
    steps: [
      [
        "Beschreiben",
        "Name, Zweck, Redirect-URIs und welche Daten die App warum braucht. Einen Entwurf können Sie jederzeit speichern.",
      ],
      ["Ausprobieren", "Installieren Sie sie bei Ihrem Testgeschäft. Das geht schon vor der Prüfung."],
      ["Einreichen", "Die Prüfung gibt sie frei oder fordert Änderungen an."],
      [
        "Den Installationslink weitergeben",
        "Geschäfte öffnen ihn, sehen, welchen Zugriff die App anfordert, und verbinden sie.",
      ],
    ],
  },
};
