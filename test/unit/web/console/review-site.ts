import pg from "pg";
import { beforeAll } from "vitest";
import { type Person, useCoreSite } from "../core-site.ts";
import { csrfIn } from "../site.ts";

/** The pages over the real core, with an operator, a developer, and the steps of a review. */
export function useReviewSite() {
  const site = useCoreSite();
  const people = {} as { olga: Person; developer: Person };
  beforeAll(async () => {
    people.olga = await site.person("Olga Operator", { operator: true });
    people.developer = await site.person("Dana Developer", { developer: true });
  });
  const submitted = async (profile: object = {}) => {
    const clientId = await site.draft(people.developer, profile);
    await site.core.apps.submitApp({ clientId }, site.byKey);
    return clientId;
  };
  return {
    site,
    people,
    submitted,
    async inReview(profile: object = {}) {
      const clientId = await submitted(profile);
      await site.core.apps.startReview({ clientId }, site.byKey);
      return clientId;
    },
    async inDatabase(sql: string, values: unknown[]) {
      const client = new pg.Client(site.databaseUrl);
      await client.connect();
      await client.query(sql, values).finally(() => client.end());
    },
    appOf: async (clientId: string) => (await site.core.apps.getApp({ clientId }, site.byKey)).app!,
    /** Opens the app's page and sends one of its forms with the revision that the page shows. */
    async step(clientId: string, name: string, fields: [string, string][] = []) {
      const page = await people.olga.browser.get(pageOf(clientId));
      const revision = /name="revision" value="(\d+)"/.exec(page.body)?.[1] ?? "";
      const all: [string, string][] = [["csrf_token", csrfIn(page)], ["revision", revision], ...fields];
      return people.olga.browser.post(`${pageOf(clientId)}/${name}`, all);
    },
  };
}

export const pageOf = (clientId: string) => `/console/apps/${clientId}`;

export const SAID: [string, string][] = [
  ["reason_code", "REDIRECT_URI"],
  ["reason_text", "The callback answers 404.\r\nPlease <b>mend</b> it."],
];
