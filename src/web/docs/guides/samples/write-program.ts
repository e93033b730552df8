import type { SampleClient } from "../../quickstart/samples/sample.ts";
import type { en } from "./messages.en.ts";

/** A program with the values of an app, and with comments and output in the language of the page. */
export type WriteProgram = (client: SampleClient, texts: typeof en) => string;
