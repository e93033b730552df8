import { appStateKey } from "../../components/enum-names.ts";
import { type Html, html } from "../../components/html.ts";
import type { Frame } from "../../layout/frame.ts";
import { type AppFacts, subjectOf } from "../apps/facts.ts";
import { appPath } from "../paths.ts";

type SimilarName = AppFacts["similarNames"][number];

/** Similar names of other apps and of accounts, each with its owner, the name under review and the characters in which they differ. */
export function similarNamesView(frame: Frame, { app, similarNames }: AppFacts): Html {
  const { apps, review } = frame.t.console;
  const items = similarNames.map((similar) => {
    const { name, clientId, accountId, similarTo } = similar;
    const href = clientId === "" ? `/console/accounts/${accountId}` : appPath(clientId);
    const isApp = similarTo === subjectOf(app).profile?.name;
    const reviewed = isApp ? "#profile" : `/console/accounts/${app.developerAccountId}`;
    const link = html`<li>${clientId === "" ? apps.account : apps.app}: <a href="${href}" dir="auto">${name}</a>`;
    // A core of the previous release does not compare the names.
    if (similarTo === "") return html`${link}</li>`;
    return html`${link}, ${review.similarTo} <a href="${reviewed}" dir="auto">${similarTo}</a> (${isApp ? review.thisApp : review.itsDeveloper})
<ul><li>${distinction(frame, similar)}</li>${differencesOf(frame, similar).map((text) => html`<li>${text}</li>`)}</ul></li>`;
  });
  return html`${apps.similarNames}<ul>${items}</ul>`;
}

/** The facts that tell an app or an account from others of the same name. */
function distinction({ t }: Frame, { clientId, developerName, state, accountId, email }: SimilarName): Html {
  if (clientId === "") return email === "" ? html`<code>${accountId}</code>` : html`${email}`;
  // A core of the previous release sends only the client ID.
  const known =
    developerName !== "" && html`<bdi>${t.app.by(developerName)}</bdi> · ${t.appStates[appStateKey(state)]} · `;
  return html`${known}<code>${clientId}</code>`;
}

function differencesOf({ t }: Frame, { name, similarTo, lookalikes }: SimilarName): string[] {
  const { review } = t.console;
  if (lookalikes.length === 0) return [name === similarTo ? review.sameNames : review.sameLetters];
  return lookalikes.map(({ reviewed, other }) => {
    const [left, right] = [scriptOf(reviewed), scriptOf(other)];
    const areMixed = left !== undefined && right !== undefined && left !== right;
    const describe = (text: string, script: Script | undefined) =>
      review.character(text, areMixed && script ? review.scripts[script] : "", codePointsOf(text));
    return review.looksLike(describe(reviewed, left), describe(other, right));
  });
}

type Script = keyof Frame["t"]["console"]["review"]["scripts"];

/** The scripts whose letters are confused with each other, by their Unicode names. */
const SCRIPTS = (
  ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee", "Coptic", "Hebrew", "Arabic", "Lisu"] as const
).map((script) => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, "u") }));

function scriptOf(text: string): Script | undefined {
  return SCRIPTS.find(({ pattern }) => pattern.test(text))?.script;
}

/** The code points outside ASCII. */
function codePointsOf(text: string): string {
  const points = [...text].map((character) => character.codePointAt(0)!).filter((point) => point > 0x7f);
  return points.map((point) => `U+${point.toString(16).toUpperCase().padStart(4, "0")}`).join(" ");
}
