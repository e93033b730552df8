import type { SampleClient } from "../../quickstart/samples/sample.ts";

/** The comments of a sample, in the language of the page. */
export interface SampleComments {
  start: string;
  finish: string;
  session: string;
}

/**
 * Writes a module that connects an app with a secret by a library. It exports `start` and `finish`, or `addRoutes` for a library that has
 * the routes itself.
 */
export type WriteLibrarySample = (client: SampleClient, texts: SampleComments) => string;
