import { pluralOf } from "../../components/plural.ts";
import type { en } from "./messages.en.ts";

const plural = pluralOf("de");

/** Texts of the merchants, in German. */
export const de: typeof en = {
  title: "Geschäfte",
  search: "Name oder Kennung",
  none: "Es gibt noch keine Geschäfte.",
  name: "Name",
  id: "Kennung",
  idOptional: "Kennung (optional)",
  idHint: "Die Kennung in Ihrer Plattform. Bleibt das Feld leer, wird eine Kennung erzeugt.",
  state: "Status",
  actions: "Aktionen",
  created: "Angelegt",
  apps: "Apps",
  appUnit: (count: number) => plural(count, { one: "App", other: "Apps" }),
  lastUsed: "Letzte Aktivität",
  kind: "Art",
  kinds: { live: "Echt", test: "Test" },
  test: "Test",
  testMerchants: "Testgeschäfte",
  add: "Geschäft hinzufügen",
  addTitle: "Neues Geschäft",
  ownerEmail: "E-Mail des ersten Inhabers",
  ownerHint: "Ein bestehendes Konto. Es wird keine E-Mail gesendet.",
  ownerInvite: "Person ohne Konto einladen",
  ownerNone: "Es gibt kein Konto mit dieser E-Mail-Adresse. Laden Sie den Inhaber zuerst unter Konten ein.",
  save: "Geschäft hinzufügen",
  members: "Mitglieder",
  memberUnit: (count: number) => plural(count, { one: "Mitglied", other: "Mitglieder" }),
  membersNone: "Noch keine Mitglieder.",
  membersRemoved: "Alle Mitglieder wurden entfernt, als das Geschäft geschlossen wurde.",
  closedBy: "Geschlossen von",
  member: "Konto",
  memberSearch: "E-Mail eines Mitglieds",
  notMember: "Dieses Konto ist kein Mitglied.",
  role: "Rolle",
  roleOf: (name) => `Rolle von ${name}`,
  remove: "Entfernen",
  removeOf: (name) => `${name} entfernen`,
  removeTitle: (name, merchant) => `${name} aus ${merchant} entfernen?`,
  removeEmail: (email) => `E-Mail: ${email}`,
  removeEffects: [
    "Das Mitglied verliert sofort den Zugriff auf dieses Geschäft. Um zurückzukehren, braucht es eine neue Einladung.",
    "Verbundene Apps bleiben verbunden.",
  ],
  removeExternalEffects: [
    "Das Mitglied verliert sofort den Zugriff auf dieses Geschäft. Es kehrt mit einer neuen Einladung zurück, oder wenn ein Claim der externen Anmeldung bei seiner nächsten Anmeldung dieses Geschäft nennt.",
    "Verbundene Apps bleiben verbunden.",
  ],
  removeClaimEffects: [
    "Das Mitglied verliert sofort den Zugriff auf dieses Geschäft. Die Mitgliedschaft stammt aus einem Claim der externen Anmeldung: Sie kehrt bei seiner nächsten Anmeldung zurück, solange der Claim dieses Geschäft nennt.",
    "Verbundene Apps bleiben verbunden.",
  ],
  removeSubmit: "Mitglied entfernen",
  invite: "Mitglied einladen",
  inviteEmail: "E-Mail",
  inviteSubmit: "Einladung erstellen",
  installations: "Installationen",
  installationsNone: "Noch keine App wurde installiert.",
  installationsAll: "Alle Installationen dieses Geschäfts",
  invitations: "Einladungen",
  audit: "Audit-Protokoll",
  suspend: "Sperren",
  suspendHint: "Stoppt den Zugriff aller Apps, bis Sie das Geschäft entsperren. Nichts wird gelöscht.",
  suspendApps: (count, isMinimum) =>
    count === 0
      ? "Keine App ist installiert."
      : plural(count, {
          one: "1 App verliert den Zugriff, bis Sie das Geschäft entsperren.",
          other: `${isMinimum ? "Mindestens " : ""}# Apps verlieren den Zugriff, bis Sie das Geschäft entsperren.`,
        }),
  suspendShown: "Mitglieder sehen, dass es gesperrt ist. Grund und Erläuterung sehen nur Betreiber.",
  suspendSubmit: "Geschäft sperren",
  resume: "Entsperren",
  resumeHint: "Gibt seinen Apps sofort wieder Zugriff.",
  revokeHint: "Beendet den Zugriff aller Apps. Sie bleiben installiert, müssen aber erneut um Erlaubnis bitten.",
  onlyOwner: "Einziger Inhaber: zuerst einen weiteren hinzufügen.",
  closeHint: "Deinstalliert alle Apps und entfernt alle Mitglieder. Das lässt sich nicht rückgängig machen.",
  done: {
    add: "Geschäft hinzugefügt. Sein Inhaber kann jetzt Apps verbinden.",
    suspend: "Geschäft gesperrt. Keine App hat Zugriff auf seine Daten, bis Sie es entsperren.",
    resume: "Geschäft entsperrt. Seine Apps funktionieren wieder.",
    close: "Geschäft endgültig geschlossen.",
  },
  close: "Endgültig schließen …",
  revokeTokens: "Alle Tokens widerrufen …",
  closeTitle: (name) => `${name} endgültig schließen?`,
  closeAll: "Alle Apps werden deinstalliert und alle Mitglieder entfernt.",
  closeApps: (count, isMinimum) =>
    count === 0
      ? "Keine App ist installiert."
      : plural(count, {
          one: "1 App wird deinstalliert.",
          other: `${isMinimum ? "Mindestens " : ""}# Apps werden deinstalliert.`,
        }),
  closeMembers: (count, isMinimum) =>
    count === 0
      ? "Es hat keine Mitglieder."
      : plural(count, {
          one: "1 Mitglied wird entfernt.",
          other: `${isMinimum ? "Mindestens " : ""}# Mitglieder werden entfernt.`,
        }),
  closeNotice: "Es wird keine E-Mail gesendet: Informieren Sie die Mitglieder selbst.",
  closeEffect:
    "Seine Einladungen werden zurückgezogen, und seine Kennung kann nicht wiederverwendet werden. Das lässt sich nicht rückgängig machen. Das Audit-Protokoll bleibt erhalten.",
  closeSubmit: "Endgültig schließen",
  cancel: "Abbrechen",
  confirm: "Ich verstehe die Auswirkung",
};
