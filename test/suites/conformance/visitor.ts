import { OWNER, type Platform } from "./platform.ts";

export interface Answer {
  status: number;
  /** The Location header; null for a page. */
  location: string | null;
  headers: Headers;
  html: string;
}

/** A browser whose headers and fields tests can modify. Does not follow redirects. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #origin: string;

  constructor({ service }: Platform) {
    this.#origin = service.origin;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send(path, { headers });
  }

  /** Sends a form. Repeated fields are given as pairs. */
  post(path: string, fields: Record<string, string> | [string, string][], headers: Record<string, string> = {}) {
    const body = new URLSearchParams(fields);
    return this.#send(path, { method: "POST", body, headers: { origin: this.#origin, ...headers } });
  }

  /** Opens the page of a form, and sends the form with its CSRF token and these fields. */
  async submit(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const csrf_token = csrfIn(await this.get(path));
    return this.post(path.split("?", 1)[0]!, { csrf_token, ...fields }, headers);
  }

  signIn({ email, password } = OWNER, next = "/"): Promise<Answer> {
    return this.submit("/sign-in", { email, password, next });
  }

  /** Sends an authorization request, and returns the path of its interaction. */
  async begin(url: URL): Promise<string> {
    const { location } = await this.get(`${url.pathname}${url.search}`);
    const path = location?.startsWith("/sign-in?")
      ? new URL(location, this.#origin).searchParams.get("next")
      : location;
    if (!path?.startsWith("/interactions/")) throw new Error(`no interaction began: ${location}`);
    return path;
  }

  async #send(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0) headers.set("cookie", [...this.cookies].map((pair) => pair.join("=")).join("; "));
    const answer = await fetch(`${this.#origin}${path}`, { ...init, headers, redirect: "manual" });
    for (const cookie of answer.headers.getSetCookie()) this.#keep(cookie);
    const html = await answer.text();
    return { status: answer.status, location: answer.headers.get("location"), headers: answer.headers, html };
  }

  #keep(cookie: string): void {
    const [, name = "", value = ""] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === "" || /max-age=0/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export function csrfIn({ html }: Answer): string {
  return /name="csrf_token" value="([^"]*)"/.exec(html)?.[1] ?? "";
}
