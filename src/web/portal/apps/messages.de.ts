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
  inTwoTabs: "Eine App mit einer Fassung steht in zwei Tabs: dem ihres Status und dem der Fassung.",
  testOnly: "auf Testgeschäften",
  attention: (count) => plural(count, { one: "# mit Handlungsbedarf", other: "# mit Handlungsbedarf" }),
  next: {
    attention: "Prüfen Sie die Installationen mit Handlungsbedarf.",
    webhooks: "Prüfen Sie die Webhook-Endpunkte, die fehlschlagen.",
    secret: "Stellen Sie Ihren Server auf das neue Secret um.",
    draft: "Reichen Sie die App zur Prüfung ein, sobald sie vollständig ist.",
    revision: "Reichen Sie Ihre Änderungen ein oder verwerfen Sie sie.",
    submitted: "Wartet auf Prüfung. Sie können sie mit einem Testgeschäft ausprobieren.",
    in_review: "Wird gerade geprüft. Die Entscheidung erscheint hier.",
    changes_requested: "Lesen Sie die Nachricht, ändern Sie die App und reichen Sie sie erneut ein.",
    approved: "Geben Sie den Installationslink weiter.",
    rejected: "Lesen Sie den Grund. Sie können die App ändern und erneut einreichen.",
    suspended: "Lesen Sie, warum die App gesperrt ist.",
    archived: "Keiner.",
  },
  tasks: {
    suspended: (platform) => ({
      label: (name) => `${name} ist gesperrt`,
      more: `Die Tokens der App gelten nicht, bis ${platform} sie entsperrt.`,
      act: "Grund lesen",
    }),
    changesRequested: (platform) => ({
      label: (name) => `Änderungen angefordert: ${name}`,
      more: `Nehmen Sie die Änderungen vor, die ${platform} nennt, und reichen Sie die App erneut ein.`,
      act: "Nachricht lesen",
    }),
    rejected: {
      label: (name) => `Abgelehnt: ${name}`,
      more: "Sie können sie ändern und erneut einreichen.",
      act: "Grund lesen",
    },
    secret: { label: (name) => `${name} auf das neue Secret umstellen`, act: "Secrets öffnen" },
    webhooks: (count) => ({
      label: (name) =>
        `${name}: ${plural(count, { one: "1 Webhook-Endpunkt schlägt fehl", other: "# Webhook-Endpunkte schlagen fehl" })}`,
      more: "Ereignisse erreichen Ihren Server nicht.",
      act: "Webhooks öffnen",
    }),
    attention: (count) => ({
      label: (name) =>
        `${name}: ${plural(count, { one: "Handlungsbedarf bei 1 Installation", other: "Handlungsbedarf bei # Installationen" })}`,
      more: "Der Refresh schlägt fehl, oder der Zugriff ist abgelaufen oder widerrufen.",
      act: "Diese Installationen öffnen",
    }),
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
