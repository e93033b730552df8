import type { Html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";
import { prose } from "../blocks.ts";

/** A text of the OpenAPI document in the language of the page. */
export function translated({ docs }: Messages, text: string): Html {
  return prose(docs.reference.texts[text] ?? text);
}
