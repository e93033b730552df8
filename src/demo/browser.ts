/** A response: its URL, status and HTML. */
export interface Page {
  url: URL;
  status: number;
  /** The redirect's target; null for a page. */
  location: URL | null;
  html: string;
}

/** A minimal browser for the scenario: keeps cookies, submits forms, and follows redirects on request. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  get(url: URL | string): Promise<Page> {
    return this.#fetch(new URL(url), { method: "GET" });
  }

  /** Submits the page's form with its hidden fields and `fields`; lists become repeated fields. */
  submit(page: Page, fields: Record<string, string | string[]>): Promise<Page> {
    const body = new URLSearchParams(hiddenFields(page.html));
    for (const [name, value] of Object.entries(fields)) {
      body.delete(name);
      for (const one of [value].flat()) body.append(name, one);
    }
    const headers = { origin: page.url.origin, "content-type": "application/x-www-form-urlencoded" };
    return this.#fetch(formAction(page), { method: "POST", body: body.toString(), headers });
  }

  /** Follows redirects to the next page, or until `stop` accepts the next URL. */
  async follow(page: Page, stop: (next: URL) => boolean): Promise<Page> {
    let current = page;
    for (let hops = 0; current.location !== null && !stop(current.location); hops++) {
      if (hops === 10) throw new Error(`more than 10 redirects, the last to ${current.location.pathname}`);
      current = await this.get(current.location);
    }
    return current;
  }

  async #fetch(url: URL, init: RequestInit): Promise<Page> {
    const jar = this.#cookies.get(url.hostname) ?? new Map<string, string>();
    this.#cookies.set(url.hostname, jar);
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch(url, { ...init, headers, redirect: "manual", signal });
    for (const cookie of response.headers.getSetCookie()) keepCookie(jar, cookie);
    const location = response.headers.get("location");
    const html = await response.text();
    return { url, status: response.status, location: location === null ? null : new URL(location, url), html };
  }
}

function keepCookie(jar: Map<string, string>, cookie: string): void {
  const [, name, value] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? [];
  if (name === undefined || value === undefined) return;
  if (value === "" || /;\s*max-age=0/i.test(cookie)) jar.delete(name);
  else jar.set(name, value);
}

/** The page's POST form, ignoring language choice and sign-out. */
function postingForm(html: string): string {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
  const posting = forms.filter((form) => /method="post"/i.test(form) && !/action="\/sign-out"/.test(form));
  if (posting[0] === undefined) throw new Error("the page has no form");
  return posting[0];
}

function hiddenFields(html: string): [string, string][] {
  const inputs = postingForm(html).match(/<input\b[^>]*>/g) ?? [];
  return inputs
    .filter((input) => attribute(input, "type") === "hidden")
    .map((input) => [attribute(input, "name"), attribute(input, "value")]);
}

function formAction(page: Page): URL {
  const opening = /<form\b[^>]*>/.exec(postingForm(page.html))?.[0] ?? "";
  return new URL(attribute(opening, "action") || page.url.href, page.url);
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  return value.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}
