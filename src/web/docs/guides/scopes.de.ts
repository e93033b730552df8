import type { Guide } from "../content.ts";

export const scopes: Guide = {
  title: "Scopes",
  lead: "Ein Scope ist eine Art von Zugriff auf die Daten eines Geschäfts. Registrieren Sie die Scopes Ihrer App in ihrem Formular, jeden mit einer Begründung, die Geschäfte auf der Zustimmungsseite lesen.",
  blocks: [
    { heading: "Scopes anfordern", id: "request" },
    "Fordern Sie registrierte Scopes im Parameter `scope` der [Autorisierungs-URL](/docs/authorization#start) an, durch einzelne Leerzeichen getrennt. Im Formular Ihrer App ist jeder Scope erforderlich oder optional: Ein Geschäft erlaubt alle erforderlichen und kann optionale ablehnen.",
    { example: "authorizationUrl" },
    { heading: "Gewährte Scopes lesen", id: "granted" },
    "`scope` in jeder Token-Antwort nennt die Scopes, die das Geschäft gewährt hat. Speichern Sie sie und schalten Sie Funktionen ab, deren Scope fehlt. Hier hat das Geschäft alle Scopes bis auf einen abgelehnt:",
    { example: "grantedScopes" },
    { heading: "Weitere Scopes erhalten", id: "more" },
    "Um einen abgelehnten oder neuen Scope zu erhalten, beginnen Sie eine weitere Autorisierung, die ihn anfordert. Die Zustimmungsseite kennzeichnet dann die Scopes, die das Geschäft noch nicht gewährt hat, als neu. Fragen Sie, wenn das Geschäft eine Funktion nutzt, die den Scope braucht, und nennen Sie den Grund.",
    { heading: "Weniger Scopes verwenden", id: "fewer" },
    "Ein Refresh kann in `scope` eine Teilmenge anfordern. Ohne den Parameter erhält er alle gewährten Scopes.",
    { example: "narrowRefresh", below: "fewer" },
    { heading: "Eingeschränkte Scopes", id: "restricted" },
    "Einen eingeschränkten Scope erlaubt {platform} für jede App einzeln. Um ihn zu erhalten, tragen Sie den Scope mit seiner Begründung in das Formular Ihrer App ein und reichen die App zur Prüfung ein. Mit der Freigabe der App entscheidet {platform} über jeden ihrer eingeschränkten Scopes; die Seite der App im [Entwicklerportal](/portal) zeigt die Entscheidung.",
    {
      columns: ["Stand", "Was eine Anfrage nach dem Scope ergibt"],
      rows: [
        ["Vor der Freigabe Ihrer App", "Testgeschäfte können die App verbinden; ihren Tokens fehlt der Scope."],
        [
          "Nach einer Freigabe ohne den Scope",
          "Die Autorisierung scheitert mit [`invalid_scope`](/docs/errors#invalid_scope).",
        ],
        [
          "Nach einer Freigabe mit dem Scope",
          "Geschäfte gewähren ihn auf der Zustimmungsseite wie jeden anderen Scope.",
        ],
      ],
    },
    "Bei jeder Prüfung entscheidet {platform} neu. Wurde der Scope abgelehnt, verbessern Sie die Begründung und reichen Sie die App erneut ein.",
  ],
  fails: {
    title: "Wenn ein Scope abgelehnt wird",
    rows: [
      [
        "[`invalid_scope`](/docs/errors#invalid_scope) an der Redirect-URI",
        "Ein angeforderter Scope ist falsch geschrieben oder nicht registriert, oder er ist [eingeschränkt](/docs/scopes#restricted) und {platform} hat ihn nicht erlaubt. Vergleichen Sie die URL mit dem Formular Ihrer App.",
      ],
      [
        "[`invalid_scope`](/docs/errors#invalid_scope) bei einem Refresh",
        "Die Anfrage nennt einen Scope, den die Autorisierung nicht angefordert hat, oder nur Scopes, die nicht gewährt sind. Lassen Sie `scope` weg, oder [fordern Sie weitere Scopes an](/docs/scopes#more).",
      ],
      [
        "[`insufficient_scope`](/docs/errors#insufficient_scope) von der API",
        "Dem Token fehlt ein Scope, den die Anfrage braucht. [Fordern Sie ihn](/docs/scopes#more) mit einer weiteren Autorisierung an.",
      ],
      [
        "In der Token-Antwort fehlt ein Scope",
        "Das Geschäft hat ihn abgelehnt, oder er ist eingeschränkt und {platform} hat ihn Ihrer App nicht erlaubt.",
      ],
    ],
  },
};
